#include "mcmc/gp/low_rank.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

void project(const Rows& basis, const ConstVector& y, Projection& projection) {
  projection.gram.setZero(basis.cols(), basis.cols());
  projection.gram.selfadjointView<Eigen::Lower>().rankUpdate(basis.adjoint());
  projection.response.noalias() = basis.adjoint() * y;
  projection.squared_response = y.squaredNorm();
  projection.log_weights = 0;
  projection.cases = basis.rows();
}

void project_weighted(Matrix basis, Vector y, const ConstVector& weights, Projection& projection) {
  const Eigen::VectorXd roots = weights.cwiseSqrt();
  basis.array().colwise() *= roots.array();
  y.array() *= roots.array();
  project(basis, y, projection);
  projection.log_weights = weights.array().log().sum();
}

void reflect(Projection& projection, const ConstVector& v, double tau) {
  auto gram = projection.gram.selfadjointView<Eigen::Lower>();
  // H G H = G - v w' - w v' with w = z - (tau/2) (v'z) v and z = tau G v.
  Eigen::VectorXd w = tau * (gram * v);
  w -= tau / 2 * v.dot(w) * v;
  gram.rankUpdate(v, w, -1);
  projection.response -= tau * v.dot(projection.response) * v;
}

Evaluation low_rank_log_density_in_place(Projection& projection, double d,
                                         Cholesky<double>& cholesky) {
  projection.gram.diagonal().array() += d;
  if (const Failure failure = cholesky.factorise_in_place(projection.gram);
      failure != Failure::none)
    return failure;
  projection.gram.triangularView<Eigen::Lower>().solveInPlace(projection.response);
  const double quadratic = low_rank_quadratic_form(projection, d);
  const double log_determinants =
      static_cast<double>(projection.cases - projection.gram.rows()) * std::log(d) -
      projection.log_weights + log_determinant(projection.gram);
  const double constants = static_cast<double>(projection.cases) * std::log(2 * std::numbers::pi);
  const double value = -(quadratic + log_determinants + constants) / 2;
  if (!std::isfinite(value)) return Failure::not_finite;
  return value;
}

double low_rank_quadratic_form(const Projection& projection, double d) {
  return (projection.squared_response - projection.response.squaredNorm()) / d;
}

}  // namespace mcmc::gp
