#include "mcmc/gp/periodic.hpp"

#include <cmath>
#include <numbers>

namespace mcmc::gp {

PeriodicTerm::~PeriodicTerm() = default;

std::vector<CovarianceParameter> PeriodicTerm::parameters_of_columns() const {
  return {{.quantity = "eta", .pure_amplitude = true, .response_power = 1},
          {.quantity = "rho"},
          {.quantity = "period", .input_power = 1, .inputs = only_column()}};
}

void PeriodicTerm::add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) {
  for (Eigen::Index j = 0; j < z.rows(); ++j)
    add_pairs(theta, x, z.row(j).replicate(x.rows(), 1), block.col(j));
}

void PeriodicTerm::add_pairs(const ConstVector& theta, const Rows& x, const Rows& z,
                             Vector values) {
  const double frequency = std::numbers::pi * std::exp(-theta(2));
  Eigen::ArrayXd exponents = Eigen::ArrayXd::Zero(x.rows());
  for (const Eigen::Index k : columns())
    exponents += (frequency * (x.col(k) - z.col(k)).array()).sin().square();
  exponents *= -std::exp(-2 * theta(1));
  values.array() += std::exp(2 * theta(0)) * exponents.exp();
}

void PeriodicTerm::add_diagonal(const ConstVector& theta, const Rows&, Vector values) {
  values.array() += std::exp(2 * theta(0));
}

}  // namespace mcmc::gp
