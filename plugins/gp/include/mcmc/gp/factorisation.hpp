#pragma once

#include <Eigen/Core>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/cholesky.hpp"

namespace mcmc::gp {

/// Whether no element on and below the diagonal is NaN or infinite.
template <class Derived>
bool lower_triangle_is_finite(const Eigen::MatrixBase<Derived>& matrix) {
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    if (!matrix.col(j).tail(matrix.rows() - j).allFinite()) return false;
  return true;
}

/// log |C| from its factor L, in double precision.
template <class Derived>
double log_determinant(const Eigen::MatrixBase<Derived>& factor) {
  return 2 * factor.diagonal().template cast<double>().array().log().sum();
}

/// log N(y | 0, C) in nats with all constants: with u = L^-1 y,
/// -u'u/2 - sum_i log L_ii - n/2 log(2 pi) (Rasmussen and Williams 2006, algorithm 2.1).
/// Takes the lower triangle of C with y' as a further row below, and leaves L and u' there.
Evaluation normal_log_density_in_place(Cholesky<double>& cholesky,
                                       Eigen::Ref<Eigen::MatrixXd> covariance_and_response);

}  // namespace mcmc::gp
