/// Kernels whose randomness cannot be enumerated, on targets that can be drawn from exactly.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "depth.hpp"
#include "discretizing_chain/discretizing_chain.hpp"
#include "emulator/emulator.hpp"
#include "lru_cache/lru_cache.hpp"
#include "mcmc/compositions.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "mcmc/testing/statistics.hpp"
#include "metropolis/metropolis.hpp"
#include "slice/slice.hpp"
#include "tempered_transitions/tempered_density.hpp"
#include "tempered_transitions/tempered_transitions.hpp"
#include "toy/banana.hpp"
#include "toy/gaussian.hpp"
#include "toy/mixture.hpp"

using namespace mcmc;
using namespace mcmc::testing;

namespace {

OwnedTarget cached(std::unique_ptr<Density> density) {
  return OwnedTarget(std::move(density), OnFailure::reject,
                     std::make_unique<lru_cache::LruCache>(16));
}

std::unique_ptr<Density> gaussian(double correlation, double sd = 1) {
  toy::Gaussian::Options options;
  options.dimension = 2;
  options.sd = {sd, sd};
  options.correlation = correlation;
  return std::make_unique<toy::Gaussian>(options);
}

std::unique_ptr<Density> banana() {
  toy::Banana::Options options;
  options.sd = 2;
  options.bend = 0.3;
  return std::make_unique<toy::Banana>(options);
}

std::unique_ptr<Density> two_modes() {
  toy::Mixture::Options options;
  options.modes.resize(2);
  options.modes[0].mean = {-2, 0};
  options.modes[1].mean = {2, 1};
  options.modes[1].weight = 2;
  return std::make_unique<toy::Mixture>(options);
}

slice::Slice slice_on(OwnedTarget& target, double width = 1, std::size_t max_steps_out = 20,
                      std::vector<std::string> parameters = {}) {
  slice::Slice::Options options;
  options.target = &*target;
  options.width = width;
  options.max_steps_out = max_steps_out;
  options.parameters = std::move(parameters);
  options.tune = false;
  return slice::Slice(options);
}

metropolis::Metropolis metropolis_on(OwnedTarget& target, const std::string& proposal) {
  metropolis::Metropolis::Options options;
  options.target = &*target;
  options.proposal = proposal;
  options.tune = false;
  return metropolis::Metropolis(options);
}

bool is_exact(Transition& transition) {
  constexpr int steps = 3;
  const auto& density = dynamic_cast<const CanDrawPrior&>(transition.target().density());
  return leaves_invariant(
      transition, [&](Random& random, Eigen::VectorXd& x) { density.draw_prior(random, x); }, steps,
      starting_with(1000));
}

}  // namespace

TEST_CASE("Slice sampling leaves its target invariant, whatever the width and the limit") {
  for (const auto& density : {gaussian, +[](double, double) { return banana(); },
                              +[](double, double) { return two_modes(); }}) {
    OwnedTarget target = cached(density(0.9, 1));
    for (const auto& [width, limit] :
         std::vector<std::pair<double, std::size_t>>{{1, 20}, {0.2, 3}, {10, 1}, {0.5, 2}}) {
      INFO("width " << width << ", limit " << limit);
      slice::Slice slice = slice_on(target, width, limit);
      CHECK(is_exact(slice));
      CHECK(is_exact(*slice.reversal()));
    }
  }
}

TEST_CASE("Metropolis updates leave their target invariant") {
  OwnedTarget targets[] = {cached(gaussian(0.9)), cached(banana()), cached(two_modes())};
  for (OwnedTarget& target : targets)
    for (const std::string proposal : {"per_parameter", "joint"}) {
      metropolis::Metropolis metropolis = metropolis_on(target, proposal);
      CHECK(is_exact(metropolis));
    }
}

TEST_CASE("Compositions leave their target invariant") {
  OwnedTarget target = cached(banana());
  slice::Slice slice = slice_on(target);
  metropolis::Metropolis metropolis = metropolis_on(target, "joint");
  Sequence sequence({&slice, &metropolis});
  CHECK(is_exact(sequence));
  CHECK(is_exact(*sequence.reversal()));
  Mixture mixture({&sequence, &slice}, {1, 3});
  CHECK(is_exact(mixture));
}

TEST_CASE("A discretizing chain of slice updates leaves its target invariant") {
  OwnedTarget target = cached(gaussian(0.8));
  OwnedTarget approximation = cached(gaussian(0.5, 1.3));
  OwnedTarget coarse = cached(gaussian(0, 1.6));
  slice::Slice sweep = slice_on(approximation);
  for (const auto& [step, updates] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {3, 1}, {1, 4}, {2, 3}}) {
    INFO("s = " << step << ", r = " << updates);
    discretizing_chain::DiscretizingChain::Options options;
    options.target = &*target;
    options.chain = &sweep;
    options.step = step;
    discretizing_chain::DiscretizingChain mapping(options);
    MappedTransition transition(mapping, updates);
    CHECK(is_exact(transition));
  }
  // A mapping inside a mapping.
  slice::Slice coarse_sweep = slice_on(coarse);
  discretizing_chain::DiscretizingChain::Options inner_options;
  inner_options.target = &*approximation;
  inner_options.chain = &coarse_sweep;
  discretizing_chain::DiscretizingChain inner(inner_options);
  MappedTransition inner_transition(inner, 2);
  discretizing_chain::DiscretizingChain::Options outer_options;
  outer_options.target = &*target;
  outer_options.chain = &inner_transition;
  discretizing_chain::DiscretizingChain outer(outer_options);
  MappedTransition outer_transition(outer, 2);
  CHECK(is_exact(outer_transition));
}

TEST_CASE("A discretizing chain on a frozen emulator leaves the emulated density invariant") {
  for (const auto& density : {&banana, &two_modes}) {
    OwnedTarget target = cached(density());
    emulator::Emulator::Options emulator_options;
    emulator_options.of = &*target;
    auto learned = std::make_unique<emulator::Emulator>(emulator_options);
    const auto random = make_random_stream(1, 1, Purpose::sampling);
    State x = target.state({0, 0});
    for (int i = 0; i < 200; ++i) {
      for (double& value : x.x) value = 2 * random->normal();
      learned->observe(x.x, target->log_density(x));
    }
    Learner* const chains[] = {learned.get()};
    learned->fit(chains);
    learned->freeze();
    REQUIRE_FALSE(learned->remark()->is_warning);
    OwnedTarget approximation = cached(std::move(learned));
    slice::Slice sweep = slice_on(approximation);
    discretizing_chain::DiscretizingChain::Options options;
    options.target = &*target;
    options.chain = &sweep;
    options.step = 3;
    discretizing_chain::DiscretizingChain mapping(options);
    MappedTransition transition(mapping, 1);
    CHECK(is_exact(transition));
    slice::Slice standard = slice_on(target);
    Mixture mixture({&transition, &standard}, {3, 1});
    CHECK(is_exact(mixture));
  }
}

TEST_CASE("Tempered transitions leave their target invariant") {
  OwnedTarget target = cached(two_modes());
  const auto power = [&](double value) {
    tempered_transitions::TemperedDensity::Options options;
    options.of = &*target;
    options.power = value;
    return cached(std::make_unique<tempered_transitions::TemperedDensity>(options));
  };
  OwnedTarget flatter = power(0.5), flattest = power(0.2);
  slice::Slice first = slice_on(flatter), second = slice_on(flattest);
  tempered_transitions::TemperedTransitions::Options options;
  options.target = &*target;
  options.ladder = {{&first}, {&second}};
  tempered_transitions::TemperedTransitions mapping(options);
  for (const std::size_t updates : {1, 2}) {
    MappedTransition transition(mapping, updates);
    CHECK(is_exact(transition));
  }
}

namespace {

/// Metropolis updates with a proposal that is not symmetric, as if it were.
class Drifting final : public Transition {
 public:
  explicit Drifting(Target& target) : target_(&target) {}
  Target& target() const override { return *target_; }
  Transition* reversal() override { return this; }

 private:
  void move(State& x, Random& random, StepReport&) override {
    const double log_density = target_->log_density(x);
    const double before = x.x[0];
    x.x[0] = 0.8 * before + random.normal();
    if (!random.bernoulli(std::exp(target_->log_density(x) - log_density))) x.x[0] = before;
  }
  Target* target_;
};

/// Slice sampling whose steps out all go to the left.
class OneSided final : public Transition {
 public:
  explicit OneSided(Target& target) : target_(&target) {}
  Target& target() const override { return *target_; }
  Transition* reversal() override { return this; }

 private:
  void move(State& x, Random& random, StepReport&) override {
    const double level = target_->log_density(x) - random.exponential();
    const double start = x.x[0];
    const auto is_above = [&](double value) {
      x.x[0] = value;
      return target_->log_density(x) >= level;
    };
    double left = start - random.uniform(), right = left + 1;
    for (int steps = 0; steps < 3 && is_above(left); ++steps) left -= 1;
    while (!is_above(left + random.uniform() * (right - left)))
      (x.x[0] < start ? left : right) = x.x[0];
  }
  Target* target_;
};

}  // namespace

TEST_CASE("A kernel that is wrong is found out") {
  OwnedTarget target = cached(gaussian(0.3));
  Drifting drifting(*target);
  CHECK_FALSE(is_exact(drifting));
  OneSided one_sided(*target);
  CHECK_FALSE(is_exact(one_sided));
}
