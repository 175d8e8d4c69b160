#include "mcmc/target.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <utility>

#include "mcmc/error.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "mcmc/thread_clock.hpp"

using namespace mcmc;
using mcmc::testing::OwnedTarget;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class FunctionDensity final : public Density {
 public:
  using Function = std::function<Evaluation(double)>;
  explicit FunctionDensity(Function function) : function_(std::move(function)) {}
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override { return function_(x[0]); }

 private:
  ParameterNames names_{{"x"}};
  Function function_;
};

/// Remembers the one state that was inserted last.
class LastState final : public Cache {
 public:
  std::optional<double> find(const Eigen::VectorXd& x) override {
    return filled_ && x == key_ ? std::optional(value_) : std::nullopt;
  }
  void insert(const Eigen::VectorXd& x, double log_density) override {
    key_ = x;
    value_ = log_density;
    filled_ = true;
  }
  void clear() override { filled_ = false; }

 private:
  bool filled_ = false;
  Eigen::VectorXd key_;
  double value_ = 0;
};

class Recorder final : public Learner {
 public:
  void observe(const Eigen::VectorXd& x, double log_density) override {
    seen.emplace_back(x[0], log_density);
  }
  void freeze() override {}
  void persist(Archive&) override {}
  std::vector<std::pair<double, double>> seen;
};

OwnedTarget target_of(FunctionDensity::Function function,
                      OnFailure on_failure = OnFailure::reject) {
  return OwnedTarget(std::make_unique<FunctionDensity>(std::move(function)), on_failure,
                     std::make_unique<LastState>());
}

/// Fails at 1, 2 and 3 in different ways; minus infinity at 4; else -x.
Evaluation troubled(double x) {
  if (x == 1) return Failure::not_positive_definite;
  if (x == 2) return std::numeric_limits<double>::quiet_NaN();
  if (x == 3) return infinity;
  if (x == 4) return -infinity;
  return -x;
}

void busy_for(double seconds) {
  const double end = thread_cpu_seconds() + seconds;
  while (thread_cpu_seconds() < end) {
  }
}

}  // namespace

TEST_CASE("A state that the cache knows is not computed again") {
  OwnedTarget target = target_of(troubled);
  CHECK(target->log_density(target.state({7})) == -7);
  CHECK(target->log_density(target.state({7})) == -7);
  CHECK(target->ledger().calls == 2);
  CHECK(target->ledger().cache_hits == 1);
  CHECK(target->ledger().evaluations() == 1);
}

TEST_CASE("A rejected failure counts by its reason and as outside the support") {
  OwnedTarget target = target_of(troubled);
  CHECK(target->log_density(target.state({1})) == -infinity);
  CHECK(target->log_density(target.state({2})) == -infinity);
  CHECK(target->log_density(target.state({3})) == -infinity);
  const Ledger& ledger = target->ledger();
  CHECK(ledger.failures[static_cast<std::size_t>(Failure::not_positive_definite)] == 1);
  CHECK(ledger.failures[static_cast<std::size_t>(Failure::not_finite)] == 2);
  CHECK(ledger.total_failures() == 3);
}

TEST_CASE("A failure is never cached") {
  OwnedTarget target = target_of(troubled);
  target->log_density(target.state({1}));
  target->log_density(target.state({1}));
  CHECK(target->ledger().cache_hits == 0);
  CHECK(target->ledger().total_failures() == 2);
}

TEST_CASE("A point outside the support is no failure, and is cached") {
  OwnedTarget target = target_of(troubled);
  CHECK(target->log_density(target.state({4})) == -infinity);
  CHECK(target->log_density(target.state({4})) == -infinity);
  CHECK(target->ledger().total_failures() == 0);
  CHECK(target->ledger().cache_hits == 1);
}

TEST_CASE("Under abort a failure throws and names the target, the reason and the point") {
  OwnedTarget target = target_of(troubled, OnFailure::abort);
  CHECK_THROWS_WITH(target->log_density(target.state({1})),
                    Catch::Contains("\"posterior\"") && Catch::Contains("not positive definite") &&
                        Catch::Contains("x = 1"));
  CHECK_THROWS_AS(target->log_density(target.state({2})), NumericalFailure);
  CHECK(target->ledger().total_failures() == 2);
}

TEST_CASE("Observers see every request, hit or miss, but no failure") {
  OwnedTarget target = target_of(troubled);
  Recorder recorder;
  target->add_observer(recorder);
  for (const double x : {5.0, 5.0, 1.0, 4.0}) target->log_density(target.state({x}));
  const std::vector<std::pair<double, double>> expected{{5, -5}, {5, -5}, {4, -infinity}};
  CHECK(recorder.seen == expected);
  target->remove_observers();
  target->log_density(target.state({6}));
  CHECK(recorder.seen.size() == 3);
}

TEST_CASE("The CPU time of an expensive density is measured, every evaluation of it") {
  OwnedTarget target = target_of([](double x) {
    busy_for(x < 5 ? 1e-4 : 1e-3);
    return Evaluation(x);
  });
  const double start = thread_cpu_seconds();
  for (int i = 0; i < 10; ++i) target->log_density(target.state({double(i)}));
  CHECK(target->ledger().cpu_seconds > 5e-3);
  CHECK(target->ledger().cpu_seconds < thread_cpu_seconds() - start);
}

TEST_CASE("The CPU time of a cheap density is extrapolated from a sample") {
  OwnedTarget target = target_of([](double x) {
    busy_for(5e-6);
    return Evaluation(x);
  });
  const double start = thread_cpu_seconds();
  for (int i = 0; i < 6100; ++i) target->log_density(target.state({double(i)}));
  const double all = thread_cpu_seconds() - start;
  // Wide, for another program may come between when a sampled evaluation is timed.
  CHECK(target->ledger().cpu_seconds > all / 10);
  CHECK(target->ledger().cpu_seconds < all * 10);
}

TEST_CASE("A ledger adds up, and comes back from an archive as it was") {
  OwnedTarget target = target_of(troubled);
  for (const double x : {5.0, 5.0, 1.0}) target->log_density(target.state({x}));
  Ledger sum = target->ledger();
  sum += target->ledger();
  CHECK(sum.calls == 6);
  CHECK(sum.cache_hits == 2);
  CHECK(sum.total_failures() == 2);

  mcmc::testing::MemoryArchive archive;
  sum.persist(archive);
  archive.put_back();
  Ledger restored;
  restored.persist(archive);
  CHECK(restored.calls == 6);
  CHECK(restored.failures == sum.failures);
  CHECK(restored.cpu_seconds == sum.cpu_seconds);
}
