#include "discretizing_chain/discretizing_chain.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "lru_cache/lru_cache.hpp"
#include "mcmc/error.hpp"
#include "mcmc/random.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "slice/slice.hpp"
#include "toy/gaussian.hpp"

using namespace mcmc;
using mcmc::discretizing_chain::DiscretizingChain;
using mcmc::testing::MemoryArchive;
using mcmc::testing::OwnedTarget;

namespace {

OwnedTarget gaussian(std::size_t dimension, double correlation) {
  toy::Gaussian::Options options;
  options.dimension = dimension;
  options.correlation = correlation;
  lru_cache::LruCache::Options cache;
  return OwnedTarget(std::make_unique<toy::Gaussian>(options), OnFailure::reject,
                     std::make_unique<lru_cache::LruCache>(cache));
}

struct Fixture {
  OwnedTarget target = gaussian(2, 0.5);
  OwnedTarget approximation = gaussian(2, 0.3);
  std::unique_ptr<slice::Slice> chain = slice_on(approximation);
  std::unique_ptr<RandomStream> random = make_random_stream(1, 1, Purpose::sampling);
  State x = target.state({0.1, -0.2});

  static std::unique_ptr<slice::Slice> slice_on(OwnedTarget& target) {
    slice::Slice::Options options;
    options.target = &*target;
    return std::make_unique<slice::Slice>(options);
  }

  DiscretizingChain mapping(std::size_t step, Transition* of = nullptr) {
    DiscretizingChain::Options options;
    options.target = &*target;
    options.chain = of ? of : chain.get();
    options.step = step;
    return DiscretizingChain(options);
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "A mapping of one update evaluates the target once at a new state") {
  DiscretizingChain chain_mapping = mapping(1);
  MappedTransition transition(chain_mapping, 1);
  StepReport report;
  transition.step(x, *random, report);
  const std::uint64_t before = target->ledger().evaluations();
  constexpr int mappings = 100;
  for (int i = 0; i < mappings; ++i) transition.step(x, *random, report);
  CHECK(target->ledger().evaluations() - before == mappings);
  CHECK(report.proposals() == mappings + 1);
}

TEST_CASE_METHOD(Fixture, "Many updates of one mapping simulate each step of the chain once") {
  DiscretizingChain chain_mapping = mapping(1);
  MappedTransition transition(chain_mapping, 200);
  StepReport report;
  transition.step(x, *random, report);
  CHECK(report.proposals() == 200);
  // A walk of 200 steps of +1 and -1 visits far fewer than 200 places.
  CHECK(target->ledger().calls < 100);
  CHECK(target->ledger().calls == chain->steps() + chain->reversal()->steps() + 1);
}

TEST_CASE_METHOD(Fixture, "An exact approximation accepts every move of the mark") {
  const auto exact = slice_on(target);
  DiscretizingChain chain_mapping = mapping(3, exact.get());
  MappedTransition transition(chain_mapping, 5);
  StepReport report;
  transition.step(x, *random, report);
  CHECK(report.mean_acceptance() == 1);
}

TEST_CASE_METHOD(Fixture, "Where the approximation is zero the mapping stays, and counts it") {
  using Points = std::vector<Eigen::VectorXd>;
  const std::vector<std::string> names{"x.1", "x.2"};
  OwnedTarget nowhere(
      std::make_unique<testing::TableDensity>(names, Points{}, std::vector<double>{}));
  const auto stuck = slice_on(nowhere);
  DiscretizingChain chain_mapping = mapping(1, stuck.get());
  MappedTransition transition(chain_mapping, 2);
  StepReport report;
  const Eigen::VectorXd before = x.x;
  transition.step(x, *random, report);
  CHECK(x.x == before);
  CHECK(report.mean_acceptance() == 0);
  MemoryArchive archive;
  chain_mapping.persist(archive);
  CHECK(archive.integers.at("approximation_zero_at_start") == 2);
}

TEST_CASE_METHOD(Fixture, "A chain without a reversal is refused while building") {
  class OneWay final : public Transition {
   public:
    explicit OneWay(Target& of) : target_(&of) {}
    Target& target() const override { return *target_; }
    Transition* reversal() override { return nullptr; }

   private:
    void move(State&, Random&, StepReport&) override {}
    Target* target_;
  } one_way(*approximation);
  CHECK_THROWS_WITH(mapping(1, &one_way), Catch::Contains("no known reversal"));
}

TEST_CASE_METHOD(Fixture, "An approximation with other parameters is refused while building") {
  OwnedTarget other = gaussian(3, 0);
  const auto chain_of_other = slice_on(other);
  CHECK_THROWS_AS(mapping(1, chain_of_other.get()), OptionError);
  CHECK_THROWS_WITH(mapping(1, chain_of_other.get()), Catch::Contains("x.1, x.2, x.3"));
}

TEST_CASE("To tune, it proposes as many steps as take half as long as an evaluation, ten at most") {
  OwnedTarget target = gaussian(2, 0.5);
  const Proposal kernel{"slice", "{type: slice, target: approximation}", {}};
  const auto proposed = [&](double seconds, double approximation_seconds) {
    const std::vector<Proposal> proposals = DiscretizingChain::propose(
        {"posterior", &target->density(), seconds, &kernel, approximation_seconds});
    REQUIRE(proposals.size() == 1);
    return proposals.front().settings;
  };
  const auto with_steps = [](int steps) {
    return "{type: discretizing_chain, target: posterior, chain: {type: slice, target: "
           "approximation}, step: " +
           std::to_string(steps) + "}";
  };
  // A step of two parameters has eight evaluations of the approximation.
  CHECK(proposed(1, 1.0 / 64) == with_steps(4));
  CHECK(proposed(1, 0.5) == with_steps(1));
  CHECK(proposed(1, 1e-6) == with_steps(10));
  // One that is still to be learned is taken for a quick one.
  CHECK(proposed(1e-3, TuningProblem::unknown) == with_steps(10));
  CHECK(proposed(48e-6, TuningProblem::unknown) == with_steps(3));
}
