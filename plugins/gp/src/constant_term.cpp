#include "mcmc/gp/constant_term.hpp"

#include <cmath>
#include <numbers>

namespace mcmc::gp {

Evaluation log_density_with_constant(const WhitenedSums& sums, double center, double c2,
                                     Eigen::Index cases) {
  const double fitted = sums.product / sums.ones;
  const double b = center + fitted;
  const double quadratic =
      (sums.squares - sums.product * fitted) + b * b * sums.ones / (1 + c2 * sums.ones);
  const double constants = static_cast<double>(cases) * std::log(2 * std::numbers::pi);
  const double value =
      -(quadratic + sums.log_determinant + std::log1p(c2 * sums.ones) + constants) / 2;
  if (!std::isfinite(value)) return Failure::not_finite;
  return value;
}

}  // namespace mcmc::gp
