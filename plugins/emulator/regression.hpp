#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "surface.hpp"

namespace mcmc::emulator {

/// What a surface is fitted to.
struct RegressionData {
  Eigen::MatrixXd z;      ///< points in whitened coordinates, one column for each
  Eigen::VectorXd y;      ///< values, in nats
  Eigen::VectorXd noise;  ///< of each point, relative to `Hyperparameters::noise`
};

/// The hyperparameters that explain the data best, judged by a subset of the points that spreads
/// over all of them.
/// @param start from an earlier fit, or its length scales empty
Hyperparameters learn_hyperparameters(const RegressionData& data, Hyperparameters start);

/// Gaussian process regression on all points with at most `centres` of them as basis functions: a
/// pivoted Cholesky factor of the covariance matrix chooses the points about which the others tell
/// least, and stops when the rest is below the noise. The factor's columns, with the trend's terms,
/// are then the regressors of one regularised least-squares problem.
Surface fit_surface(const RegressionData& data, const Hyperparameters& hyperparameters,
                    std::size_t centres);

}  // namespace mcmc::emulator
