#include "kernel_density.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "mcmc/random.hpp"

using namespace mcmc;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

VectorXd normal_draws(Index count) {
  const auto random = make_random_stream(1, 0, Purpose::data);
  return VectorXd::NullaryExpr(count, [&] { return random->normal(); });
}

double normal_density(double x) {
  return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
}

}  // namespace

TEST_CASE("The density of many normal draws is close to the normal density") {
  const VectorXd at = VectorXd::LinSpaced(9, -2, 2);
  const VectorXd density = kernel_density(normal_draws(8000), at);
  for (Index i = 0; i < at.size(); ++i)
    CHECK(density[i] == Approx(normal_density(at[i])).margin(0.025));
}

TEST_CASE("The density of positive skewed draws leaks nothing below zero") {
  const VectorXd draws = normal_draws(8000).array().exp();
  const VectorXd at = VectorXd::LinSpaced(4, -1, 2);
  const VectorXd density = kernel_density(draws, at);
  CHECK(density[0] == 0);
  CHECK(density[1] == 0);
  CHECK(density[2] == Approx(normal_density(0)).margin(0.025));
  CHECK(density[3] == Approx(normal_density(std::log(2)) / 2).margin(0.025));
}

TEST_CASE("Draws most of which are equal still have a density") {
  VectorXd draws = VectorXd::Ones(100);
  draws.tail(10).setConstant(2);
  CHECK(kernel_density(draws, VectorXd::LinSpaced(5, 0, 3)).allFinite());
}
