#pragma once

#include "mcmc/gp/input_term.hpp"

namespace mcmc::gp {

/// eta^2 exp(-sum_k (sin(pi (x_k - z_k) / period) / rho)^2): functions that repeat themselves,
/// after MacKay (1998), Introduction to Gaussian processes, with neither the factor 2 nor 1/2 that
/// others put into the exponent. Parameters log_eta, log_rho (without a unit) and log_period.
class PeriodicTerm final : public InputTerm {
 public:
  using InputTerm::InputTerm;
  ~PeriodicTerm() override;

  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override;
  void add_diagonal(const ConstVector& theta, const Rows& x, Vector values) override;

 private:
  std::vector<CovarianceParameter> parameters_of_columns() const override;
};

}  // namespace mcmc::gp
