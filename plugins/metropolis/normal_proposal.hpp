#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcmc/random.hpp"
#include "moments.hpp"

namespace mcmc::metropolis {

/// x' = x + scale L z for some coordinates of x, with z standard normal: symmetric, as Metropolis
/// updates need it.
///
/// `tune` moves the scale towards the acceptance that is best for Gaussians (Roberts, Gelman and
/// Gilks 1997): 0.44 for one coordinate, 0.234 for several. For several, L becomes a Cholesky
/// factor of the covariance of the states seen in windows of doubling length, so that what came
/// before the chain had found its place is forgotten.
class NormalProposal {
 public:
  /// L is the identity at first. @pre there is a coordinate
  NormalProposal(std::vector<std::size_t> coordinates, double scale);

  void propose(Eigen::VectorXd& x, Random& random);

  /// Takes note of a state, and of the acceptance probability of the proposal that led to it.
  void note(const Eigen::VectorXd& x, double acceptance_probability);
  /// Uses what was noted since the last time.
  void tune();
  /// Ends tuning with the covariance of the last complete window and of what came after it.
  void settle();

  double scale() const { return scale_; }
  void set_scale(double scale) { scale_ = scale; }
  const Eigen::MatrixXd& cholesky() const { return cholesky_; }
  /// Everything but the scale.
  void persist(Archive& archive, const std::string& prefix);

 private:
  void tune_scale();
  void use_covariance_of(const Moments& states);

  std::vector<std::size_t> coordinates_;
  double scale_;
  Eigen::MatrixXd cholesky_;
  Eigen::VectorXd chosen_;  // scratch: the coordinates of a state, or z
  Eigen::VectorXd move_;    // scratch

  double acceptance_sum_ = 0;  // since the last tuning
  std::uint64_t proposals_ = 0;
  std::uint64_t tunings_ = 0;
  std::uint64_t windows_ = 0;  // completed
  std::uint64_t knows_covariance_ = 0;
  Moments last_window_;
  Moments this_window_;
};

}  // namespace mcmc::metropolis
