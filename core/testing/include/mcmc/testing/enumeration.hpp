#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcmc/random.hpp"
#include "mcmc/target.hpp"
#include "mcmc/transition.hpp"

/// The exact transition matrix of a kernel on a finite set of points, by walking every branch that
/// its random decisions can take: tests of exactness without Monte Carlo error.
namespace mcmc::testing {

/// A `Random` whose decisions follow one path after another until all paths have been walked:
///
///   EnumeratingRandom random;
///   do {
///     ...  // run the kernel; random.probability() is the probability of this path
///   } while (random.next_path());
///
/// normal() takes the values -1 and +1 with equal probability, which serves kernels that need a
/// symmetric proposal only. uniform() and exponential() throw: they have no finite set of branches.
class EnumeratingRandom final : public Random {
 public:
  ~EnumeratingRandom() override;

  double uniform() override;
  std::uint64_t below(std::uint64_t n) override;
  bool bernoulli(double p) override;
  double normal() override;
  double exponential() override;

  double probability() const;
  bool next_path();

 private:
  struct Branch {
    std::uint64_t taken;
    std::uint64_t count;
    double probability;  // of the branch taken
  };
  Branch& decide(std::uint64_t count);

  std::vector<Branch> path_;
  std::size_t depth_ = 0;
};

using Points = std::vector<Eigen::VectorXd>;

/// All points of the box 0 ... sizes[0]-1, 0 ... sizes[1]-1 and so on, the last coordinate fastest.
Points grid(const std::vector<int>& sizes);

/// P(i, j): the probability with which a step from points[i] ends in points[j].
/// @throws Error when a step ends outside `points` or takes more than 1000 decisions
Eigen::MatrixXd transition_matrix(Transition& transition, const Points& points);

/// The target's probabilities of the points, adding up to 1.
Eigen::VectorXd probabilities(Target& target, const Points& points);

/// The largest |sum_i pi_i P_ij - pi_j|, or |sum_j P_ij - 1| where that is larger.
double invariance_error(const Eigen::MatrixXd& transition, const Eigen::VectorXd& pi);

/// The largest |pi_i P_ij - pi_j R_ji|: zero when R is the reversal of P.
double reversal_error(const Eigen::MatrixXd& transition, const Eigen::MatrixXd& reversal,
                      const Eigen::VectorXd& pi);

}  // namespace mcmc::testing
