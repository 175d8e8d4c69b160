#include "my_transition.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/testing/contracts.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

/// The exact transition matrix on six points shows, without any sampling, whether the distribution
/// of the target stays invariant and whether the reversal is right. There a normal variable is -1
/// or +1, so steps lead from point to point.
int main() {
  const mcmc::testing::Points points = mcmc::testing::grid({3, 2});
  mcmc::testing::OwnedTarget target(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"a", "b"}, points, std::vector<double>{0, -1, 0.5, 0.2, -2, 1}));
  MyTransition transition({&*target, 1.0});

  const Eigen::VectorXd pi = mcmc::testing::probabilities(*target, points);
  const Eigen::MatrixXd there = mcmc::testing::transition_matrix(transition, points);
  const Eigen::MatrixXd back = mcmc::testing::transition_matrix(*transition.reversal(), points);
  const double variant = mcmc::testing::invariance_error(there, pi);
  const double irreversible = mcmc::testing::reversal_error(there, back, pi);
  std::printf("invariance: wrong by %g; reversal: wrong by %g\n", variant, irreversible);

  const mcmc::testing::Broken broken = mcmc::testing::broken_promises(transition, points);
  for (const std::string& promise : broken) std::printf("broken: %s\n", promise.c_str());
  return variant < 1e-12 && irreversible < 1e-12 && broken.empty() ? 0 : 1;
}
