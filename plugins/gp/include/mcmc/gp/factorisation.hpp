#pragma once

#include <Eigen/Core>

#include "mcmc/evaluation.hpp"

namespace mcmc::gp {

/// Whether no element on and below the diagonal is NaN or infinite.
bool lower_triangle_is_finite(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor L, C = L L'. The strict
/// upper triangle is neither read nor written. Nothing is added to the diagonal.
///
/// A result of `Failure::none` means that L is finite with a positive diagonal. Otherwise
/// `not_finite` (a NaN or an infinity in C or from overflow) or `not_positive_definite` (a pivot
/// that is not above the rounding of its diagonal element), and the lower triangle holds nothing of
/// use.
Failure cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> lower);
Failure cholesky_in_place(Eigen::Ref<Eigen::MatrixXf> lower);

/// log |C| from its factor L, in double precision.
template <class Derived>
double log_determinant(const Eigen::MatrixBase<Derived>& factor) {
  return 2 * factor.diagonal().template cast<double>().array().log().sum();
}

/// log N(y | 0, C) in nats with all constants: with u = L^-1 y,
/// -u'u/2 - sum_i log L_ii - n/2 log(2 pi) (Rasmussen and Williams 2006, algorithm 2.1).
/// Takes the lower triangle of C and y, and leaves L and u in their place.
Evaluation normal_log_density_in_place(Eigen::Ref<Eigen::MatrixXd> covariance,
                                       Eigen::Ref<Eigen::VectorXd> y);

}  // namespace mcmc::gp
