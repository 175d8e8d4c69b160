#include "slice/slice.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "lru_cache/lru_cache.hpp"
#include "mcmc/error.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "mcmc/testing/statistics.hpp"
#include "toy/gaussian.hpp"
#include "toy/mixture.hpp"

using namespace mcmc;
using mcmc::slice::Slice;
using mcmc::testing::kolmogorov_smirnov;
using mcmc::testing::normal_cdf;
using mcmc::testing::OwnedTarget;

namespace {

std::unique_ptr<Density> gaussian(std::size_t dimension, double correlation) {
  toy::Gaussian::Options options;
  options.dimension = dimension;
  options.correlation = correlation;
  return std::make_unique<toy::Gaussian>(options);
}

/// The same everywhere; remembers where it was asked. Throws at a chosen request.
class FlatDensity final : public Density {
 public:
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override {
    if (asked.size() == throws_at) throw std::runtime_error("no");
    asked.push_back(x[0]);
    return 0.0;
  }
  std::vector<double> asked;
  std::size_t throws_at = 1000000;

 private:
  ParameterNames names_{{"x"}};
};

Slice::Options options_for(OwnedTarget& target, double width, std::size_t max_steps_out) {
  Slice::Options options;
  options.target = &*target;
  options.width = width;
  options.max_steps_out = max_steps_out;
  return options;
}

std::vector<double> coordinate(const std::vector<State>& states, Eigen::Index i) {
  std::vector<double> values;
  for (const State& state : states) values.push_back(state.x[i]);
  return values;
}

/// Exact draws from the target, after some steps from each: again exact draws if it is invariant.
std::vector<State> draws_after_steps(OwnedTarget& target, Transition& transition, int draws,
                                     int steps) {
  const auto& exact = dynamic_cast<CanDrawPrior&>(target->density());
  const auto random = make_random_stream(7, 1, Purpose::sampling);
  std::vector<State> states(static_cast<std::size_t>(draws),
                            target.state(std::vector<double>(target->parameters().size())));
  StepReport report;
  for (State& state : states) {
    exact.draw_prior(*random, state.x);
    for (int i = 0; i < steps; ++i) transition.step(state, *random, report);
  }
  return states;
}

}  // namespace

TEST_CASE("Slice sampling leaves a correlated Gaussian invariant, forwards and backwards") {
  OwnedTarget target(gaussian(2, 0.9));
  Slice::Options options = options_for(target, 0.4, 3);
  Slice slice(options);
  for (Transition* transition : {static_cast<Transition*>(&slice), slice.reversal()}) {
    const std::vector<State> states = draws_after_steps(target, *transition, 6000, 2);
    CHECK(kolmogorov_smirnov(coordinate(states, 0), normal_cdf) > 1e-3);
    CHECK(kolmogorov_smirnov(coordinate(states, 1), normal_cdf) > 1e-3);
    std::vector<double> differences;
    for (const State& state : states)
      differences.push_back((state.x[0] - state.x[1]) / std::sqrt(0.2));
    CHECK(kolmogorov_smirnov(differences, normal_cdf) > 1e-3);
  }
}

TEST_CASE("Slice sampling leaves two modes invariant, whatever the width of the interval") {
  toy::Mixture::Options modes;
  modes.modes = {{{-2}, 0.5, 1}, {{2}, 1, 2}};
  OwnedTarget target(std::make_unique<toy::Mixture>(modes));
  const auto cdf = [](double x) { return normal_cdf(2 * (x + 2)) / 3 + 2 * normal_cdf(x - 2) / 3; };
  for (const double width : {0.3, 2.0, 10.0})
    for (const std::size_t max_steps_out : {1, 4}) {
      Slice::Options options = options_for(target, width, max_steps_out);
      Slice slice(options);
      const std::vector<State> states = draws_after_steps(target, slice, 6000, 10);
      CHECK(kolmogorov_smirnov(coordinate(states, 0), cdf) > 1e-3);
    }
}

TEST_CASE("An interval never exceeds max_steps_out widths, and the limit is split at random") {
  auto owned = std::make_unique<FlatDensity>();
  FlatDensity& flat = *owned;
  OwnedTarget target(std::move(owned));
  constexpr std::size_t limit = 5;
  Slice::Options options = options_for(target, 2.0, limit);
  Slice slice(options);
  const auto random = make_random_stream(1, 1, Purpose::sampling);
  std::vector<int> counts(limit, 0);
  StepReport report;
  for (int i = 0; i < 5000; ++i) {
    flat.asked.clear();
    State x = target.state({0});
    slice.step(x, *random, report);
    // Of a flat density every step out is made: x itself, the steps, and the draw from the
    // interval.
    REQUIRE(flat.asked.size() == 1 + (limit - 1) + 1);
    std::size_t steps_left = 0;
    for (std::size_t k = 1; k < limit; ++k) steps_left += flat.asked[k] < 0 ? 1 : 0;
    ++counts.at(steps_left);
    REQUIRE(x.x[0] > -2.0 * limit);
    REQUIRE(x.x[0] < 2.0 * limit);
  }
  for (const int count : counts) CHECK(std::abs(count - 1000) < 130);
}

TEST_CASE("A limit of one step out leaves the first interval as it is") {
  auto owned = std::make_unique<FlatDensity>();
  FlatDensity& flat = *owned;
  OwnedTarget target(std::move(owned));
  Slice::Options options = options_for(target, 2.0, 1);
  Slice slice(options);
  State x = target.state({0});
  StepReport report;
  slice.step(x, *make_random_stream(1, 1, Purpose::sampling), report);
  CHECK(flat.asked.size() == 2);
  CHECK(std::abs(x.x[0]) < 2);
}

TEST_CASE("An interval that collapses onto x ends there") {
  const Eigen::VectorXd only = Eigen::VectorXd::Constant(1, 0.3);
  OwnedTarget target(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"x"}, std::vector<Eigen::VectorXd>{only}, std::vector<double>{0}));
  Slice::Options options = options_for(target, 1.0, 20);
  Slice slice(options);
  State x = target.state({0.3});
  StepReport report;
  slice.step(x, *make_random_stream(1, 1, Purpose::sampling), report);
  CHECK(x.x == only);
  CHECK(target->ledger().calls < 500);
}

TEST_CASE("A start outside the support is refused") {
  OwnedTarget target(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"x"}, std::vector<Eigen::VectorXd>{}, std::vector<double>{}));
  Slice::Options options = options_for(target, 1.0, 20);
  Slice slice(options);
  State x = target.state({0.3});
  StepReport report;
  CHECK_THROWS_AS(slice.step(x, *make_random_stream(1, 1, Purpose::sampling), report), Error);
}

TEST_CASE("A density that throws, wherever it does, leaves x as it was") {
  for (std::size_t request = 0; request < 6; ++request) {
    auto owned = std::make_unique<FlatDensity>();
    owned->throws_at = request;
    OwnedTarget target(std::move(owned));
    Slice::Options options = options_for(target, 2.0, 5);
    Slice slice(options);
    State x = target.state({0.25});
    StepReport report;
    CHECK_THROWS_AS(slice.step(x, *make_random_stream(1, 1, Purpose::sampling), report),
                    std::runtime_error);
    CHECK(x.x[0] == 0.25);
  }
}

TEST_CASE("Only the chosen parameters move") {
  OwnedTarget target(gaussian(3, 0));
  Slice::Options options = options_for(target, 1.0, 20);
  options.parameters = {"x.3", "x.1"};
  Slice slice(options);
  State x = target.state({1, 1, 1});
  StepReport report;
  slice.step(x, *make_random_stream(1, 1, Purpose::sampling), report);
  CHECK(x.x[0] != 1);
  CHECK(x.x[1] == 1);
  CHECK(x.x[2] != 1);
  CHECK(slice.widths().size() == 2);
}

TEST_CASE("Widths are tuned to some times the distance moved, from any start, and then frozen") {
  for (const double width : {1e-3, 1e3}) {
    OwnedTarget target(gaussian(2, 0));
    Slice::Options options = options_for(target, width, 20);
    Slice slice(options);
    State x = target.state({0, 0});
    const auto random = make_random_stream(1, 1, Purpose::sampling);
    StepReport report;
    for (int i = 0; i < 300; ++i) {
      slice.step(x, *random, report);
      slice.tune();
    }
    // An independent draw is 1.13 standard deviations away on average.
    for (const double tuned : slice.widths()) CHECK(tuned == Approx(4).epsilon(0.4));
    const Eigen::VectorXd frozen = slice.widths();
    slice.freeze();
    slice.step(x, *random, report);
    slice.tune();
    CHECK(slice.widths() == frozen);
  }
}

TEST_CASE("Widths change between steps only, and not at all without tuning") {
  OwnedTarget target(gaussian(2, 0));
  Slice::Options options = options_for(target, 1.0, 20);
  State x = target.state({0, 0});
  const auto random = make_random_stream(1, 1, Purpose::sampling);
  StepReport report;
  Slice tuned(options);
  for (int i = 0; i < 10; ++i) tuned.step(x, *random, report);
  CHECK(tuned.widths() == Eigen::Vector2d(1, 1));
  options.tune = false;
  Slice untuned(options);
  for (int i = 0; i < 10; ++i) untuned.step(x, *random, report);
  untuned.tune();
  CHECK(untuned.widths() == Eigen::Vector2d(1, 1));
}

TEST_CASE("Restored widths go on as the saved ones would have") {
  OwnedTarget target(gaussian(2, 0.5));
  Slice::Options options = options_for(target, 1.0, 20);
  Slice saved(options), restored(options);
  State x = target.state({0, 0});
  const auto warm_up = make_random_stream(1, 1, Purpose::sampling);
  StepReport report;
  for (int i = 0; i < 20; ++i) {
    saved.step(x, *warm_up, report);
    saved.tune();
  }
  mcmc::testing::MemoryArchive archive;
  saved.persist(archive);
  archive.put_back();
  restored.persist(archive);
  const auto go_on = [&](Slice& slice) {
    State from = x;
    const auto random = make_random_stream(2, 1, Purpose::sampling);
    for (int i = 0; i < 20; ++i) {
      slice.step(from, *random, report);
      slice.tune();
    }
    return from.x;
  };
  CHECK(go_on(restored) == go_on(saved));
}

TEST_CASE("The same seed gives the same draws with a cache and without") {
  const auto draw = [](std::unique_ptr<Cache> cache) {
    OwnedTarget target(gaussian(3, 0.8), OnFailure::reject, std::move(cache));
    Slice::Options options = options_for(target, 1.0, 20);
    Slice slice(options);
    State x = target.state({0, 0, 0});
    const auto random = make_random_stream(1, 1, Purpose::sampling);
    StepReport report;
    for (int i = 0; i < 200; ++i) {
      slice.step(x, *random, report);
      slice.tune();
    }
    return x.x;
  };
  const Eigen::VectorXd without = draw(std::make_unique<NoCache>());
  CHECK(draw(std::make_unique<lru_cache::LruCache>(1024)) == without);
  CHECK(draw(std::make_unique<lru_cache::LruCache>(1)) == without);
}
