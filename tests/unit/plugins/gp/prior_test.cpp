#include "mcmc/gp/prior.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "mcmc/options.hpp"
#include "small_problem.hpp"

using namespace mcmc::gp;

TEST_CASE("A normal prior is normalised") {
  const NormalPrior prior({.mean = 0.4, .sd = 1.3});
  const double step = 0.01;
  double mass = 0;
  for (double value = -20; value < 20; value += step)
    mass += step * std::exp(prior.log_density(value));
  CHECK(mass == Approx(1).epsilon(1e-12));
}

TEST_CASE("A normal prior falls off by half a nat at one standard deviation") {
  const NormalPrior prior({.mean = 2, .sd = 0.5});
  CHECK(prior.log_density(2) - prior.log_density(2.5) == Approx(0.5));
  CHECK(prior.log_density(1.5) == Approx(prior.log_density(2.5)));
}

TEST_CASE("A draw from a normal prior is its mean plus so many standard deviations") {
  mcmc::testing::ConstantRandom random;
  CHECK(NormalPrior({.mean = 1, .sd = 3}).draw(random) == 7.0);
}

TEST_CASE("A normal prior asks for a mean and for a standard deviation above zero") {
  NormalPrior::Options options;
  mcmc::OptionTable table;
  options.declare(table);
  CHECK(table.find("mean")->spec.required);
  CHECK(table.find("sd")->spec.required);
  CHECK(table.find("sd")->spec.minimum == 0);
  CHECK(table.find("sd")->spec.minimum_excluded);
}
