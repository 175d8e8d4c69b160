#include "tempered_transitions/tempered_transitions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "lru_cache/lru_cache.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/compositions.hpp"
#include "mcmc/error.hpp"
#include "mcmc/random.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "slice/slice.hpp"
#include "tempered_transitions/tempered_density.hpp"
#include "toy/gaussian.hpp"
#include "toy/mixture.hpp"

using namespace mcmc;
using mcmc::testing::OwnedTarget;
using tempered_transitions::TemperedDensity;
using tempered_transitions::TemperedTransitions;

namespace {

std::unique_ptr<Cache> lru() {
  lru_cache::LruCache::Options options;
  return std::make_unique<lru_cache::LruCache>(options);
}

/// Of one parameter, with a prior that is told apart.
class Posterior final : public Density, public HasLogPrior {
 public:
  static double log_prior_at(double x) { return -0.5 * x * x; }
  static double log_likelihood_at(double x) { return -2 * (x - 5) * (x - 5); }

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override {
    return log_prior_at(x[0]) + log_likelihood_at(x[0]);
  }
  double log_prior(const Eigen::VectorXd& x) const override { return log_prior_at(x[0]); }

 private:
  ParameterNames names_{{"x"}};
};

/// Two modes, 20 standard deviations apart, of equal weight.
OwnedTarget separated_modes() {
  toy::Mixture::Options options;
  options.modes.resize(2);
  options.modes[0].mean = {-10};
  options.modes[1].mean = {10};
  return OwnedTarget(std::make_unique<toy::Mixture>(options), OnFailure::reject, lru());
}

std::unique_ptr<slice::Slice> slice_on(Target& target, double width) {
  slice::Slice::Options options;
  options.target = &target;
  options.width = width;
  return std::make_unique<slice::Slice>(options);
}

/// How often a transition goes from one mode to the other.
int crossings(Transition& transition, OwnedTarget& target, int steps) {
  const auto random = make_random_stream(7, 1, Purpose::sampling);
  State x = target.state({-10});
  StepReport report;
  int count = 0;
  for (int i = 0; i < steps; ++i) {
    const bool was_left = x.x[0] < 0;
    transition.step(x, *random, report);
    if (was_left != (x.x[0] < 0)) ++count;
  }
  return count;
}

/// A ladder of powers of one density, with a slice update on each.
struct PowerLadder {
  std::deque<OwnedTarget> targets;
  std::vector<std::unique_ptr<slice::Slice>> slices;
  TemperedTransitions::Options options;

  PowerLadder(OwnedTarget& of, double ratio, int layers) {
    options.target = &*of;
    for (int i = 1; i <= layers; ++i) {
      TemperedDensity::Options power;
      power.of = &*of;
      power.power = std::pow(ratio, i);
      targets.emplace_back(std::make_unique<TemperedDensity>(power), OnFailure::reject, lru());
      slices.push_back(slice_on(*targets.back(), 3));
      options.ladder.push_back({slices.back().get()});
    }
  }
};

}  // namespace

TEST_CASE("Tempered transitions join separated modes where slice sampling stays in one") {
  OwnedTarget target = separated_modes();
  const auto plain = slice_on(*target, 1);
  CHECK(crossings(*plain, target, 3000) == 0);

  PowerLadder ladder(target, 0.5, 8);
  TemperedTransitions mapping(ladder.options);
  MappedTransition tempered(mapping, 1);
  CHECK(crossings(tempered, target, 3000) > 50);
}

TEST_CASE("All powers of a density share its cache") {
  OwnedTarget target = separated_modes();
  PowerLadder ladder(target, 0.5, 2);
  const State x = target.state({-9.5});
  const double at_half = ladder.targets[0]->log_density(x);
  const double at_quarter = ladder.targets[1]->log_density(x);
  CHECK(at_half == 0.5 * target->log_density(x));
  CHECK(at_quarter == 0.25 * target->log_density(x));
  CHECK(target->ledger().evaluations() == 1);
}

TEST_CASE("A power of a likelihood leaves the prior as it is") {
  OwnedTarget posterior(std::make_unique<Posterior>());
  TemperedDensity::Options options;
  options.of = &*posterior;
  options.power = 0.25;
  options.part = "likelihood";
  TemperedDensity density(options);
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 3);
  CHECK(density.log_density(x).log_density() ==
        Approx(Posterior::log_prior_at(3) + 0.25 * Posterior::log_likelihood_at(3)));
}

TEST_CASE("A power of a likelihood needs a density that knows its prior") {
  OwnedTarget target = separated_modes();
  TemperedDensity::Options options;
  options.of = &*target;
  options.part = "likelihood";
  CHECK_THROWS_AS(TemperedDensity(options), OptionError);
}

TEST_CASE("A ladder needs a layer, and layers need the target's parameters") {
  OwnedTarget target = separated_modes();
  TemperedTransitions::Options options;
  options.target = &*target;
  CHECK_THROWS_WITH(TemperedTransitions(options), Catch::Contains("at least one layer"));

  toy::Gaussian::Options other;
  other.dimension = 2;
  OwnedTarget other_target(std::make_unique<toy::Gaussian>(other));
  const auto layer = slice_on(*other_target, 1);
  options.ladder.push_back({layer.get()});
  CHECK_THROWS_WITH(TemperedTransitions(options),
                    Catch::Contains("exactly its target's parameters"));
}
