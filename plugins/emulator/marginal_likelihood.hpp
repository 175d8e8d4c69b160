#pragma once

#include <Eigen/Core>
#include <vector>

#include "surface.hpp"

namespace mcmc::emulator {

/// How well hyperparameters explain some points: the log marginal likelihood of a Gaussian process
/// with the covariance that `bump` says, a quadratic trend with vague normal coefficients, and
/// independent noise, plus a weak prior that keeps the hyperparameters within reason.
class MarginalLikelihood {
 public:
  /// @param z points in whitened coordinates, one column for each
  /// @param y what is to be explained, in nats
  /// @param noise of each point, relative to `Hyperparameters::noise`
  MarginalLikelihood(const Eigen::MatrixXd& z, const Eigen::VectorXd& y,
                     const Eigen::VectorXd& noise);

  /// Minus infinity where the covariance matrix has no Cholesky factor.
  double operator()(const Hyperparameters& hyperparameters);

 private:
  Eigen::VectorXd noise_variances_;
  Eigen::MatrixXd trend_and_y_;  // the trend's terms at each point, one row for each, and then y
  std::vector<Eigen::MatrixXd> squared_distances_;  // one for each direction
  Eigen::MatrixXd covariance_;                      // scratch
};

/// The hyperparameters that make `objective` largest, searched one after another from `start`, for
/// `sweeps` times.
Hyperparameters maximise(MarginalLikelihood& objective, Hyperparameters start, int sweeps);

/// Standard deviation of the trend's coefficients, in nats: large, so that they are as good as
/// free.
inline constexpr double trend_sd = 100;

}  // namespace mcmc::emulator
