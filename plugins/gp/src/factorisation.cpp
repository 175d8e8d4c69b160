#include "mcmc/gp/factorisation.hpp"

#include <cmath>
#include <numbers>

namespace mcmc::gp {

Evaluation normal_log_density_in_place(Cholesky<double>& cholesky,
                                       Eigen::Ref<Eigen::MatrixXd> covariance_and_response) {
  const Eigen::Index cases = covariance_and_response.cols();
  if (const Failure failure = cholesky.factorise_in_place(covariance_and_response);
      failure != Failure::none)
    return failure;
  const double quadratic_form = covariance_and_response.row(cases).squaredNorm();
  const double constants = static_cast<double>(cases) * std::log(2 * std::numbers::pi);
  const double value = -(quadratic_form + log_determinant(covariance_and_response) + constants) / 2;
  if (!std::isfinite(value)) return Failure::not_finite;
  return value;
}

}  // namespace mcmc::gp
