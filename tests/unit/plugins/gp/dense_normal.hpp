#pragma once

#include <Eigen/Core>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::testing {

/// log N(y | 0, C).
inline Evaluation log_normal(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& y) {
  Eigen::MatrixXd work(y.size() + 1, y.size());
  work << covariance, y.transpose();
  gp::Cholesky<double> cholesky;
  return gp::normal_log_density_in_place(cholesky, work);
}

}  // namespace mcmc::testing
