#include "emulator/emulator.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "discretizing_chain/discretizing_chain.hpp"
#include "mcmc/error.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/testing/contracts.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "slice/slice.hpp"
#include "toy/banana.hpp"
#include "toy/gaussian.hpp"

using namespace mcmc;
using namespace mcmc::testing;
using Catch::Matchers::Contains;
using mcmc::emulator::Emulator;

namespace {

std::unique_ptr<Density> banana() {
  toy::Banana::Options options;
  options.sd = 2;
  options.bend = 0.2;
  return std::make_unique<toy::Banana>(options);
}

std::unique_ptr<Density> gaussian(double sd) {
  toy::Gaussian::Options options;
  options.dimension = 2;
  options.sd = {sd, sd};
  return std::make_unique<toy::Gaussian>(options);
}

/// A thin ridge along the unit circle, which tells its radius or does not.
class Ring : public Density {
 public:
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override {
    return -0.5 * std::pow((x.norm() - 1) / 0.02, 2) + 0.5 * x[0];
  }

 private:
  ParameterNames names_ = ParameterNames(std::vector<std::string>{"x", "y"});
};
class RingOfKnownRadius final : public Ring, public HasFeatures {
 public:
  Eigen::Index feature_count() const override { return 1; }
  void features(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override {
    values[0] = x.norm();
  }
};

/// A wide normal prior, and a likelihood that falls off a cliff on all sides.
class CliffsAround final : public Density, public HasLogPrior {
 public:
  const ParameterNames& parameters() const override { return names_; }
  double log_prior(const Eigen::VectorXd& x) const override { return -0.5 * x.squaredNorm() / 9; }
  Evaluation log_density(const Eigen::VectorXd& x) override {
    return log_prior(x) - std::pow(x.squaredNorm(), 3);
  }

 private:
  ParameterNames names_ = ParameterNames(std::vector<std::string>{"x", "y"});
};

std::unique_ptr<Emulator> emulator_of(OwnedTarget& target, double largest_error = 1.0) {
  Emulator::Options options;
  options.of = &*target;
  options.largest_error = largest_error;
  return std::make_unique<Emulator>(options);
}

/// Fits it twice to points around the unit circle.
void learn_ring(Emulator& emulator, Target& target) {
  const auto random = make_random_stream(3, 1, Purpose::sampling);
  State state{target.shared_parameters(), Eigen::Vector2d::Zero()};
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 50; ++i) {
      const double radius = 1 + 0.03 * random->normal();
      const double angle = 6.3 * random->uniform();
      state.x = Eigen::Vector2d(radius * std::cos(angle), radius * std::sin(angle));
      emulator.observe(state.x, target.log_density(state));
    }
    Learner* const chains[] = {&emulator};
    emulator.fit(chains);
  }
}

/// Shows it evaluations at random points around the origin.
void show(Emulator& emulator, Target& target, int points, std::uint64_t seed, double sd = 2.5) {
  const auto random = make_random_stream(seed, 1, Purpose::sampling);
  State state{target.shared_parameters(), Eigen::Vector2d::Zero()};
  for (int i = 0; i < points; ++i) {
    for (double& value : state.x) value = sd * random->normal();
    emulator.observe(state.x, target.log_density(state));
  }
}

void fit(Emulator& emulator) {
  Learner* const chains[] = {&emulator};
  emulator.fit(chains);
}

std::unique_ptr<Emulator> fitted(OwnedTarget& target) {
  auto emulator = emulator_of(target);
  show(*emulator, *target, 300, 1);
  fit(*emulator);
  show(*emulator, *target, 100, 2);
  fit(*emulator);
  emulator->freeze();
  return emulator;
}

/// The share of the emulator's mass at such distances from the origin, by a sum over a grid.
template <class Predicate>
double share_of_mass(Emulator& emulator, const Predicate& at_radius) {
  double there = 0, all = 0;
  for (double x = -6; x < 6; x += 0.02)
    for (double y = -6; y < 6; y += 0.02) {
      const double density = std::exp(emulator.log_density(Eigen::Vector2d(x, y)).log_density());
      all += density;
      if (at_radius(std::hypot(x, y))) there += density;
    }
  return there / all;
}

/// How many steps of a discretizing chain on the emulator it takes to get from `start` to within
/// 3 of the mode, or `most`.
int steps_back(OwnedTarget& target, std::unique_ptr<Emulator> emulator,
               const Eigen::Vector2d& start, int most) {
  OwnedTarget approximation(std::move(emulator));
  slice::Slice::Options slice_options;
  slice_options.target = &*approximation;
  slice::Slice slice(slice_options);
  discretizing_chain::DiscretizingChain::Options options;
  options.target = &*target;
  options.chain = &slice;
  options.step = 3;
  discretizing_chain::DiscretizingChain mapping(options);
  MappedTransition transition(mapping, 1);
  const auto random = make_random_stream(5, 1, Purpose::sampling);
  State state = target.state({start[0], start[1]});
  StepReport report;
  int steps = 0;
  for (; steps < most && state.x.norm() > 3; ++steps) transition.step(state, *random, report);
  return steps;
}

}  // namespace

TEST_CASE("A fitted emulator keeps the promises of a density") {
  OwnedTarget target(banana());
  const auto emulator = fitted(target);
  CHECK(broken_promises(*emulator, {Eigen::Vector2d(0, 0), Eigen::Vector2d(3, -1),
                                    Eigen::Vector2d(1e5, -1e5)}) == Broken{});
}

TEST_CASE("An emulator is near the density where it has been") {
  OwnedTarget target(banana());
  const auto emulator = fitted(target);
  for (const Eigen::Vector2d& x :
       {Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1), Eigen::Vector2d(-2, 0.5)})
    CHECK(emulator->log_density(x).log_density() ==
          Approx(target->density().log_density(x).log_density()).margin(0.1));
  CHECK(emulator->held_out_error() < 0.1);
  REQUIRE(emulator->remark());
  CHECK_FALSE(emulator->remark()->is_warning);
  CHECK_THAT(emulator->remark()->text, Contains("held-out"));
}

TEST_CASE("Before its first fit an emulator is not ready, and says so as a failure") {
  OwnedTarget target(banana());
  const auto emulator = emulator_of(target);
  CHECK_FALSE(emulator->ready());
  CHECK(emulator->log_density(Eigen::Vector2d(0, 0)).failure() == Failure::not_fitted);
  show(*emulator, *target, 5, 1);
  fit(*emulator);
  CHECK_FALSE(emulator->ready());
  show(*emulator, *target, 100, 2);
  fit(*emulator);
  CHECK(emulator->ready());
}

TEST_CASE("What was never fitted, or too poorly, leaves its place to the fallback") {
  OwnedTarget target(banana());
  OwnedTarget other(gaussian(3));
  const Eigen::Vector2d x(1, 2);
  SECTION("which is the density itself by default") {
    const auto emulator = emulator_of(target);
    emulator->freeze();
    CHECK(emulator->ready());
    CHECK(emulator->log_density(x).log_density() == target->density().log_density(x).log_density());
    CHECK(emulator->remark()->is_warning);
    CHECK_THAT(emulator->remark()->text, Contains("too seldom"));
  }
  SECTION("or another one that the user chose") {
    Emulator::Options options;
    options.of = &*target;
    options.fallback = &*other;
    options.largest_error = 1e-12;
    Emulator emulator(options);
    show(emulator, *target, 100, 1);
    fit(emulator);
    CHECK(emulator.log_density(x).log_density() != other->density().log_density(x).log_density());
    emulator.freeze();
    CHECK(emulator.log_density(x).log_density() == other->density().log_density(x).log_density());
    CHECK(emulator.remark()->is_warning);
    CHECK_THAT(emulator.remark()->text, Contains("largest_error"));
  }
}

TEST_CASE("A fallback must have the parameters of the density") {
  OwnedTarget target(banana());
  toy::Gaussian::Options three;
  three.dimension = 3;
  OwnedTarget other(std::make_unique<toy::Gaussian>(three));
  Emulator::Options options;
  options.of = &*target;
  options.fallback = &*other;
  CHECK_THROWS_AS(Emulator(options), OptionError);
}

TEST_CASE("Chains pool their evaluations, in their order, and share what is learned") {
  OwnedTarget target(banana());
  const auto first = emulator_of(target), second = emulator_of(target), alone = emulator_of(target);
  show(*first, *target, 60, 1);
  show(*second, *target, 60, 2);
  show(*alone, *target, 60, 1);
  show(*alone, *target, 60, 2);
  Learner* const chains[] = {first.get(), second.get()};
  first->fit(chains);
  fit(*alone);
  const Eigen::Vector2d x(0.3, -1);
  const double pooled = first->log_density(x).log_density();
  CHECK(second->log_density(x).log_density() == pooled);
  CHECK(alone->log_density(x).log_density() == pooled);
}

TEST_CASE("Requests that a cache answers again teach nothing new") {
  OwnedTarget target(banana());
  const auto once = emulator_of(target), twice = emulator_of(target);
  show(*once, *target, 100, 1);
  for (int i = 0; i < 2; ++i) show(*twice, *target, 100, 1);
  fit(*once);
  fit(*twice);
  const Eigen::Vector2d x(0.3, -1);
  CHECK(once->log_density(x).log_density() == twice->log_density(x).log_density());
}

TEST_CASE("What was learned comes back from an archive, bit for bit") {
  OwnedTarget target(banana());
  const auto emulator = fitted(target);
  MemoryArchive archive;
  emulator->persist(archive);
  archive.put_back();
  const auto restored = emulator_of(target);
  restored->persist(archive);
  for (const Eigen::Vector2d& x : {Eigen::Vector2d(0.3, -1), Eigen::Vector2d(-30, 7)})
    CHECK(restored->log_density(x).log_density() == emulator->log_density(x).log_density());
  CHECK(restored->is_frozen());
  CHECK(restored->held_out_error() == emulator->held_out_error());
}

TEST_CASE("What a version with other features has learned is refused") {
  OwnedTarget without(std::make_unique<Ring>()), with(std::make_unique<RingOfKnownRadius>());
  const auto learned = emulator_of(without), restored = emulator_of(with);
  learn_ring(*learned, *without);
  MemoryArchive archive;
  learned->persist(archive);
  archive.put_back();
  CHECK_THROWS_WITH(restored->persist(archive), Contains("2 coordinates, not 3"));
}

TEST_CASE("Evidence that is kept half-way through warm-up leads to the same fit") {
  OwnedTarget target(banana());
  const auto emulator = emulator_of(target), restored = emulator_of(target);
  show(*emulator, *target, 200, 1);
  fit(*emulator);
  show(*emulator, *target, 50, 2);
  MemoryArchive archive;
  emulator->persist(archive);
  archive.put_back();
  restored->persist(archive);
  fit(*emulator);
  fit(*restored);
  const Eigen::Vector2d x(0.3, -1);
  CHECK(restored->log_density(x).log_density() == emulator->log_density(x).log_density());
}

TEST_CASE("It falls off no faster than a Student density, far from everything it has seen") {
  OwnedTarget target(gaussian(1));
  const auto emulator = fitted(target);
  const double near = emulator->log_density(Eigen::Vector2d(0, 0)).log_density();
  for (const double distance : {30.0, 300.0, 3000.0}) {
    const double far = emulator->log_density(Eigen::Vector2d(distance, 0)).log_density();
    // Four degrees of freedom in two dimensions: the distance to the power of -6.
    CHECK(far > near - 6 * std::log(distance) - 10);
    CHECK(far < near - 6 * std::log(distance) + 10);
  }
}

TEST_CASE("In every other round of learning it is flat, more and less in turn, and then never") {
  OwnedTarget target(gaussian(1));
  const auto emulator = emulator_of(target);
  const auto depth = [&] {
    return emulator->log_density(Eigen::Vector2d(0, 0)).log_density() -
           emulator->log_density(Eigen::Vector2d(2, 2)).log_density();
  };
  std::vector<double> flat;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    show(*emulator, *target, 100, seed);
    fit(*emulator);
    if (seed % 2 == 1)
      flat.push_back(depth());
    else
      CHECK(depth() == Approx(4).epsilon(0.1));
  }
  CHECK(flat[0] < 2);
  CHECK(flat[1] < flat[0] - 0.5);
  CHECK(flat[2] == Approx(flat[0]).margin(0.1));
  show(*emulator, *target, 100, 7);
  fit(*emulator);
  emulator->freeze();
  CHECK(depth() == Approx(4).epsilon(0.05));
}

TEST_CASE("Features that the density knows are learned with the parameters") {
  const auto error_on = [](std::unique_ptr<Density> ring) {
    OwnedTarget target(std::move(ring));
    const auto emulator = emulator_of(target, 100);
    learn_ring(*emulator, *target);
    return emulator->held_out_error();
  };
  const double with_radius = error_on(std::make_unique<RingOfKnownRadius>());
  CHECK(with_radius < 0.03);
  CHECK(error_on(std::make_unique<Ring>()) > 3 * with_radius);
}

TEST_CASE("It never rises above all that was seen, however the surface extrapolates") {
  OwnedTarget target(banana());
  const auto emulator = emulator_of(target);
  show(*emulator, *target, 60, 1, 0.7);
  fit(*emulator);
  emulator->freeze();
  const double best = target->density().log_density(Eigen::Vector2d(0, 0.8)).log_density();
  const auto random = make_random_stream(9, 1, Purpose::sampling);
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector2d x(20 * random->normal(), 20 * random->normal());
    CHECK(emulator->log_density(x).log_density() < best + 5);
  }
}

TEST_CASE("What was seen where the prior is nearly zero leaves the rest as it is") {
  OwnedTarget target(std::make_unique<CliffsAround>());
  const auto emulator = emulator_of(target);
  show(*emulator, *target, 60, 1, 0.7);
  show(*emulator, *target, 10, 2, 600);
  fit(*emulator);
  emulator->freeze();
  CHECK(share_of_mass(*emulator, [](double radius) { return radius > 2; }) < 0.04);
}

TEST_CASE("The heavy-tailed part has the weight that was asked for, however thin the density is") {
  OwnedTarget target(std::make_unique<RingOfKnownRadius>());
  const auto emulator = emulator_of(target);
  learn_ring(*emulator, *target);
  emulator->freeze();
  const double share =
      share_of_mass(*emulator, [](double radius) { return std::abs(radius - 1) > 0.2; });
  CHECK(share > 0.01);
  CHECK(share < 0.04);
}

TEST_CASE("A chain that starts in a tail which warm-up never saw comes back") {
  // Warm-up was in the middle only, and the banana bends out of its sight.
  OwnedTarget target(banana());
  for (const Eigen::Vector2d& start :
       {Eigen::Vector2d(6, -6.4), Eigen::Vector2d(-7, -9), Eigen::Vector2d(0, 6)}) {
    auto emulator = emulator_of(target);
    show(*emulator, *target, 100, 1, 1.0);
    fit(*emulator);
    emulator->freeze();
    CHECK(steps_back(target, std::move(emulator), start, 3000) < 3000);
  }
}
