#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "lattice_walk.hpp"
#include "mcmc/testing/contracts.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

/// The exact transition matrix on six points, each of another probability, shows whether the walk
/// leaves the target's distribution invariant and whether it is reversible, without any sampling;
/// and the walk keeps what every transition promises.
int main() {
  using namespace mcmc::testing;
  const Points points = grid({3, 2});
  OwnedTarget target(std::make_unique<TableDensity>(std::vector<std::string>{"a", "b"}, points,
                                                    std::vector<double>{0, -1, 0.5, 0.2, -2, 1}));
  LatticeWalk walk({&*target, 1.0});
  const Eigen::MatrixXd transition = transition_matrix(walk, points);
  const Eigen::VectorXd pi = probabilities(*target, points);

  const double wrong = invariance_error(transition, pi);
  const double one_way = reversal_error(transition, transition, pi);
  std::printf("invariance: wrong by %g; reversibility: wrong by %g\n", wrong, one_way);
  const Broken broken = broken_promises(walk, points);
  for (const std::string& promise : broken) std::printf("broken: %s\n", promise.c_str());
  return wrong < 1e-12 && one_way < 1e-12 && broken.empty() ? 0 : 1;
}
