#include "mcmc/gp/quantity_priors.hpp"

#include <boost/math/distributions/cauchy.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/inverse_gamma.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/testing/statistics.hpp"

using namespace mcmc::gp;
using mcmc::testing::kolmogorov_smirnov;
using mcmc::testing::normal_cdf;

namespace {

/// A prior with the distribution function of its quantity, from elsewhere.
struct Case {
  std::shared_ptr<Prior> prior;
  std::function<double(double)> cdf;
};

std::vector<Case> cases() {
  namespace math = boost::math;
  std::vector<Case> all;
  for (const double shape : {0.3, 1.0, 4.5}) {
    all.push_back({std::make_shared<GammaPrior>(GammaPrior::Options{shape, 2}),
                   [=](double q) { return cdf(math::gamma_distribution<>(shape, 0.5), q); }});
    all.push_back({std::make_shared<InverseGammaPrior>(InverseGammaPrior::Options{shape, 3}),
                   [=](double q) { return cdf(math::inverse_gamma_distribution<>(shape, 3), q); }});
    all.push_back(
        {std::make_shared<PrecisionGammaPrior>(PrecisionGammaPrior::Options{1.5, 2 * shape}),
         [=](double q) {
           const double scale = 1 / (shape * 1.5 * 1.5);
           return cdf(complement(math::gamma_distribution<>(shape, scale), 1 / (q * q)));
         }});
  }
  all.push_back({std::make_shared<HalfCauchyPrior>(HalfCauchyPrior::Options{0.7}),
                 [](double q) { return 2 * cdf(math::cauchy_distribution<>(0, 0.7), q) - 1; }});
  all.push_back({std::make_shared<HalfNormalPrior>(HalfNormalPrior::Options{1.6}),
                 [](double q) { return 2 * normal_cdf(q / 1.6) - 1; }});
  all.push_back({std::make_shared<UniformPrior>(UniformPrior::Options{0.5, 3}),
                 [](double q) { return std::clamp((q - 0.5) / 2.5, 0.0, 1.0); }});
  return all;
}

}  // namespace

TEST_CASE("The density of the logarithm integrates to the distribution of the quantity") {
  for (const Case& one : cases()) {
    constexpr double step = 1e-3;
    double below = one.cdf(std::exp(-6.0));
    for (double x = -6; x < 3; x += step) {
      below += step * std::exp(one.prior->log_density(x + step / 2));
      if (std::fmod(std::abs(x), 0.5) < step)
        CHECK(below == Approx(one.cdf(std::exp(x + step))).margin(2e-3));
    }
  }
}

TEST_CASE("Draws have the distribution of the quantity") {
  const auto random = mcmc::make_random_stream(3, 1, mcmc::Purpose::start);
  for (const Case& one : cases()) {
    std::vector<double> draws;
    for (int i = 0; i < 4000; ++i) draws.push_back(std::exp(one.prior->draw(*random)));
    CHECK(kolmogorov_smirnov(draws, one.cdf) > 1e-5);
  }
}

TEST_CASE("Outside its support the density is zero, and bounds must be in order") {
  const UniformPrior prior({0.5, 3});
  CHECK(prior.log_density(std::log(0.4)) == -INFINITY);
  CHECK(prior.log_density(std::log(3.1)) == -INFINITY);
  CHECK(HalfNormalPrior({1}).log_density(800) == -INFINITY);
  CHECK(HalfNormalPrior({1}).log_density(-800) == -INFINITY);
  CHECK_THROWS_AS(UniformPrior({2, 2}), mcmc::OptionError);
}
