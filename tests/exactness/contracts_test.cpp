/// Every transition, mapping, cache and cheap density keeps the promises of its kind; and each
/// promise is one that can be broken.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "approximation_fixture.hpp"
#include "discretizing_chain/discretizing_chain.hpp"
#include "lru_cache/lru_cache.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/testing/contracts.hpp"
#include "slice/slice.hpp"
#include "tempered_transitions/tempered_density.hpp"
#include "tempered_transitions/tempered_transitions.hpp"
#include "toy/banana.hpp"
#include "toy/gaussian.hpp"
#include "toy/mixture.hpp"

using namespace mcmc;
using namespace mcmc::testing;
using Catch::Matchers::Contains;

namespace {

const Points plane{Eigen::Vector2d(0, 0), Eigen::Vector2d(1.5, -0.3), Eigen::Vector2d(-40, 7)};

template <class T>
std::unique_ptr<slice::Slice> slice_on(T& target) {
  slice::Slice::Options options;
  options.target = &*target;
  return std::make_unique<slice::Slice>(options);
}

std::unique_ptr<toy::Gaussian> gaussian(double correlation) {
  toy::Gaussian::Options options;
  options.dimension = 2;
  options.correlation = correlation;
  return std::make_unique<toy::Gaussian>(options);
}

struct Plane {
  OwnedTarget target{gaussian(0.9)};
  OwnedTarget approximation{gaussian(0.7)};
};

/// A density of one parameter that does as it is told.
class Told final : public Density, public HasLogPrior {
 public:
  using LogDensity = std::function<Evaluation(const Eigen::VectorXd&)>;
  explicit Told(
      LogDensity log_density, std::function<double()> log_prior = [] { return 0.0; })
      : log_density_(std::move(log_density)), log_prior_(std::move(log_prior)) {}
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override { return log_density_(x); }
  double log_prior(const Eigen::VectorXd&) const override { return log_prior_(); }

 private:
  ParameterNames names_{{"x"}};
  LogDensity log_density_;
  std::function<double()> log_prior_;
};

const Points line{Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1)};

std::string first_of(const Broken& broken) {
  return broken.empty() ? "nothing is broken" : broken.front();
}

/// A transition that does as it is told.
class ToldTransition final : public Transition {
 public:
  using Move = std::function<void(State&, Random&, StepReport&)>;
  ToldTransition(Target& target, Move move) : target_(&target), move_(std::move(move)) {}
  Target& target() const override { return *target_; }
  Transition* reversal() override { return reversal_; }
  void reverse_by(Transition& other) { reversal_ = &other; }

 private:
  void move(State& x, Random& random, StepReport& report) override { move_(x, random, report); }
  Target* target_;
  Move move_;
  Transition* reversal_ = this;
};

}  // namespace

TEST_CASE("The toy densities keep a density's promises") {
  CHECK(broken_promises(*gaussian(0.4), plane) == Broken{});
  toy::Banana::Options banana_options;
  toy::Banana banana(banana_options);
  CHECK(broken_promises(banana, plane) == Broken{});
  toy::Mixture::Options mixture_options;
  mixture_options.modes.resize(2);
  mixture_options.modes[0].mean = {0, 0};
  mixture_options.modes[1].mean = {3, 3};
  toy::Mixture mixture(mixture_options);
  CHECK(broken_promises(mixture, plane) == Broken{});
}

TEST_CASE_METHOD(Plane, "A tempered density keeps a density's promises") {
  tempered_transitions::TemperedDensity::Options options;
  options.of = &*target;
  options.power = 0.3;
  tempered_transitions::TemperedDensity density(options);
  CHECK(broken_promises(density, plane) == Broken{});
}

TEST_CASE_METHOD(Plane, "Every transition keeps a transition's promises") {
  const auto slice = slice_on(target);
  CHECK(broken_promises(*slice, plane) == Broken{});
  for (const std::string proposal : {"per_parameter", "joint"}) {
    metropolis::Metropolis::Options options;
    options.target = &*target;
    options.proposal = proposal;
    metropolis::Metropolis metropolis(options);
    CHECK(broken_promises(metropolis, plane) == Broken{});
    CHECK(broken_promises(*metropolis.reversal(), plane) == Broken{});
    Sequence sequence({&*slice, &metropolis});
    CHECK(broken_promises(sequence, plane) == Broken{});
    CHECK(broken_promises(*sequence.reversal(), plane) == Broken{});
    Repeat repeat(sequence, 3);
    CHECK(broken_promises(repeat, plane) == Broken{});
    Mixture mixture({&sequence, &*slice}, {1, 2});
    CHECK(broken_promises(mixture, plane) == Broken{});
    CHECK(broken_promises(*mixture.reversal(), plane) == Broken{});
  }
}

TEST_CASE_METHOD(Plane, "Every mapping keeps a mapping's promises") {
  const auto slice = slice_on(approximation);
  discretizing_chain::DiscretizingChain::Options chain_options;
  chain_options.target = &*target;
  chain_options.chain = &*slice;
  for (const bool keep_marked : {false, true}) {
    chain_options.keep_marked = keep_marked;
    discretizing_chain::DiscretizingChain chain(chain_options);
    CHECK(broken_promises(chain, plane) == Broken{});
  }
  tempered_transitions::TemperedTransitions::Options ladder_options;
  ladder_options.target = &*target;
  ladder_options.ladder = {{&*slice}, {&*slice}};
  tempered_transitions::TemperedTransitions ladder(ladder_options);
  CHECK(broken_promises(ladder, plane) == Broken{});
}

TEST_CASE("Every cache keeps a cache's promises") {
  NoCache none;
  CHECK(broken_promises(none, 3) == Broken{});
  for (const std::size_t capacity : {1, 2, 7, 1024}) {
    lru_cache::LruCache::Options options;
    options.capacity = capacity;
    lru_cache::LruCache cache(options);
    CHECK(broken_promises(cache, 3) == Broken{});
    CHECK(broken_promises(cache, 3) == Broken{});
  }
}

TEST_CASE("A density that breaks a promise is found out") {
  int calls = 0;
  Told counting([&](const Eigen::VectorXd&) { return Evaluation(1e-9 * ++calls); });
  CHECK_THAT(first_of(broken_promises(counting, line)), Contains("depends on what came before"));
  Told not_a_number([](const Eigen::VectorXd&) { return Evaluation(NAN); });
  CHECK_THAT(first_of(broken_promises(not_a_number, line)), Contains("neither finite nor minus"));
  Told nowhere([](const Eigen::VectorXd&) { return Evaluation(-INFINITY); });
  CHECK_THAT(first_of(broken_promises(nowhere, line)), Contains("none of the points"));
  Told throwing([](const Eigen::VectorXd&) -> Evaluation { throw std::runtime_error("why not"); });
  CHECK_THAT(first_of(broken_promises(throwing, line)), Contains("threw: why not"));
  Told outside([](const Eigen::VectorXd&) { return Evaluation(0.0); }, [] { return -INFINITY; });
  CHECK_THAT(first_of(broken_promises(outside, line)), Contains("where its prior is zero"));
  int priors = 0;
  Told drifting([](const Eigen::VectorXd&) { return Evaluation(0.0); }, [&] { return ++priors; });
  CHECK_THAT(first_of(broken_promises(drifting, line)), Contains("log_prior depends"));
}

TEST_CASE_METHOD(Plane, "A transition that breaks a promise is found out") {
  ToldTransition of_its_own(
      *target, [n = 0.0](State& x, Random&, StepReport&) mutable { x.x[0] = n += 0.1; });
  CHECK_THAT(first_of(broken_promises(of_its_own, plane)), Contains("same random numbers"));
  ToldTransition wild(*target, [](State& x, Random&, StepReport&) { x.x[0] = INFINITY; });
  CHECK_THAT(first_of(broken_promises(wild, plane)), Contains("left the target's support"));
  ToldTransition sure(*target, [](State&, Random&, StepReport& report) { report.proposal(1.5); });
  CHECK_THAT(first_of(broken_promises(sure, plane)), Contains("outside [0, 1]"));
  ToldTransition careless(*target,
                          [](State&, Random& random, StepReport&) { random.bernoulli(NAN); });
  CHECK_THAT(first_of(broken_promises(careless, plane)), Contains("negative or NaN"));
  int begun = 0;
  ToldTransition leaking(*target, [&](State& x, Random& random, StepReport&) {
    ++begun;
    x.x[0] += begun * random.normal();
    begun = 0;
  });
  CHECK_THAT(first_of(broken_promises(leaking, plane)), Contains("a failure in the middle leaves"));
  ToldTransition one(*target, [](State&, Random&, StepReport&) {});
  ToldTransition other(*target, [](State&, Random&, StepReport&) {});
  one.reverse_by(other);
  CHECK_THAT(first_of(broken_promises(one, plane)), Contains("reversal of the reversal"));
}

namespace {

/// Maps up to a place nearby, and forgets nothing when it is abandoned.
class Careless final : public Mapping {
 public:
  explicit Careless(Target& target) : target_(&target) {}
  Target& target() const override { return *target_; }
  bool is_reversible() const override { return true; }
  void map_up(const State& x, Random&) override { y_ = x.x + Eigen::VectorXd::Ones(x.x.size()); }
  void update(Random&, StepReport&) override {}
  void map_down(State& x, Random&) override { x.x = y_; }
  void abandon() override {}

 private:
  Target* target_;
  Eigen::VectorXd y_;
};

/// Looks at the first coordinate only, with few digits, and forgets nothing.
class Superficial final : public Cache {
 public:
  std::optional<double> find(const Eigen::VectorXd& x) override {
    return std::abs(x[0] - key_) < 1e-9 ? std::optional(value_) : std::nullopt;
  }
  void insert(const Eigen::VectorXd& x, double log_density) override {
    key_ = x[0];
    value_ = log_density;
  }
  void clear() override {}

 private:
  double key_ = 0, value_ = 0;
};

}  // namespace

TEST_CASE_METHOD(Plane, "A mapping or a cache that breaks a promise is found out") {
  Careless mapping(*target);
  CHECK_THAT(first_of(broken_promises(mapping, plane)), Contains("up and down without an update"));
  Superficial cache;
  const Broken broken = broken_promises(cache, 2);
  CHECK_THAT(broken, Catch::Matchers::VectorContains(std::string("minus zero was taken for zero")));
  CHECK_THAT(broken, Catch::Matchers::VectorContains(
                         std::string("a point that differs in one bit was taken for another")));
}
