#include "my_density.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "mcmc/testing/contracts.hpp"

/// At a = b = 0 every observation has probability 1/2; and the density keeps what all promise.
int main() {
  MyDensity::Options options;
  options.x = {-1, 0, 2};
  options.y = {0, 1, 1};
  MyDensity density(options);

  const Eigen::VectorXd origin = Eigen::VectorXd::Zero(2);
  const double log_likelihood =
      density.log_density(origin).log_density() - density.log_prior(origin);
  const double wrong = std::abs(log_likelihood - 3 * std::log(0.5));
  std::printf("log likelihood at 0: wrong by %g\n", wrong);

  const mcmc::testing::Broken broken =
      mcmc::testing::broken_promises(density, {origin, Eigen::Vector2d(0.5, -3)});
  for (const std::string& promise : broken) std::printf("broken: %s\n", promise.c_str());
  return wrong < 1e-12 && broken.empty() ? 0 : 1;
}
