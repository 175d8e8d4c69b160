#include "mcmc/gp/factorisation.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

namespace mcmc::gp {

bool lower_triangle_is_finite(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    if (!matrix.col(j).tail(matrix.rows() - j).allFinite()) return false;
  return true;
}

Failure cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> lower) {
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(lower);
  // Eigen takes a NaN for a good pivot and calls that a success. Any NaN or infinity reaches the
  // diagonal of its own row, so the diagonal tells.
  const auto diagonal = lower.diagonal().array();
  if (llt.info() == Eigen::Success && diagonal.isFinite().all() && (diagonal > 0).all())
    return Failure::none;
  return lower_triangle_is_finite(lower) ? Failure::not_positive_definite : Failure::not_finite;
}

double log_determinant(const Eigen::Ref<const Eigen::MatrixXd>& factor) {
  return 2 * factor.diagonal().array().log().sum();
}

Evaluation normal_log_density_in_place(Eigen::Ref<Eigen::MatrixXd> covariance,
                                       Eigen::Ref<Eigen::VectorXd> y) {
  if (const Failure failure = cholesky_in_place(covariance); failure != Failure::none)
    return failure;
  covariance.triangularView<Eigen::Lower>().solveInPlace(y);
  const double constants = static_cast<double>(y.size()) * std::log(2 * std::numbers::pi);
  const double value = -(y.squaredNorm() + log_determinant(covariance) + constants) / 2;
  if (!std::isfinite(value)) return Failure::not_finite;
  return value;
}

}  // namespace mcmc::gp
