#include "normal_mixture.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "mcmc/testing/statistics.hpp"

using mcmc::NormalMixture;
using mcmc::testing::normal_cdf;

namespace {

/// Parts with weights that sum to 1, kept as long as the mixture.
struct Example {
  Eigen::VectorXd means;
  Eigen::VectorXd variances;
  Eigen::VectorXd weights;
  NormalMixture mixture{means, variances, weights};
};

constexpr double probabilities[] = {1e-6, 0.05, 0.3, 0.5, 0.95, 1 - 1e-6};

}  // namespace

TEST_CASE("A mixture of one part is that normal distribution") {
  const Example one{Eigen::VectorXd::Constant(1, 3), Eigen::VectorXd::Constant(1, 4),
                    Eigen::VectorXd::Ones(1)};
  CHECK(one.mixture.mean() == 3);
  CHECK(one.mixture.variance() == 4);
  CHECK(one.mixture.quantile(0.95) == Approx(3 + 2 * 1.6448536269514722).epsilon(1e-14));
  CHECK(one.mixture.log_density(5) == Approx(-0.5 - std::log(2) - std::log(2 * M_PI) / 2));
}

TEST_CASE("The variance of a mixture is the mean of variances plus the variance of means") {
  const Example two{Eigen::Vector2d(1, 5), Eigen::Vector2d(2, 6), Eigen::Vector2d(0.75, 0.25)};
  CHECK(two.mixture.mean() == Approx(2));
  CHECK(two.mixture.variance() == Approx(3 + 3));
}

TEST_CASE("A quantile is where the distribution function of the mixture reaches it") {
  const Example near{Eigen::Vector3d(0, 1, -2), Eigen::Vector3d(1, 0.01, 9),
                     Eigen::Vector3d(0.2, 0.5, 0.3)};
  const Example apart{Eigen::Vector2d(-1000, 1000), Eigen::Vector2d(1, 1e-8),
                      Eigen::Vector2d(0.6, 0.4)};
  for (const Example* example : {&near, &apart}) {
    for (const double p : probabilities) {
      const double quantile = example->mixture.quantile(p);
      double sum = 0;
      for (Eigen::Index i = 0; i < example->means.size(); ++i)
        sum += example->weights[i] *
               normal_cdf((quantile - example->means[i]) / std::sqrt(example->variances[i]));
      CHECK(sum == Approx(p).epsilon(1e-9));
    }
  }
}

TEST_CASE("Parts without variance are steps of the distribution function") {
  const Example steps{Eigen::Vector3d(1, 2, 3), Eigen::Vector3d(0, 0, 0),
                      Eigen::Vector3d(0.25, 0.5, 0.25)};
  CHECK(steps.mixture.variance() == Approx(0.5));
  CHECK(steps.mixture.quantile(0.05) == Approx(1));
  CHECK(steps.mixture.quantile(0.5) == Approx(2));
  CHECK(steps.mixture.quantile(0.95) == Approx(3));
}

TEST_CASE("A log density far from all parts does not underflow") {
  const Example two{Eigen::Vector2d(0, 1), Eigen::Vector2d(1, 1), Eigen::Vector2d(0.5, 0.5)};
  const double nearer = -99.0 * 99 / 2 - std::log(2 * M_PI) / 2;
  CHECK(two.mixture.log_density(100) == Approx(std::log(0.5) + nearer).epsilon(1e-12));
}
