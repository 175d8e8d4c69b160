#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "mcmc/gp/input_term.hpp"

/// eta^2 sum_k cos(2 pi (x_k - z_k) / period): along each input a wave of a certain length and of
/// any height and phase. Parameters log_eta and log_period.
///
/// `InputTerm` brings the options `inputs` and `name`. A function of scaled distances alone is less
/// work with `StationaryTerm` (mcmc/gp/stationary.hpp), which has length scales too.
class MyCovariance final : public mcmc::gp::InputTerm {
 public:
  using mcmc::gp::InputTerm::InputTerm;

  void add_block(const mcmc::gp::ConstVector& theta, const mcmc::gp::Rows& x,
                 const mcmc::gp::Rows& z, mcmc::gp::Matrix block) override {
    for (Eigen::Index j = 0; j < z.rows(); ++j)
      add_pairs(theta, x, z.row(j).replicate(x.rows(), 1), block.col(j));
  }

  void add_pairs(const mcmc::gp::ConstVector& theta, const mcmc::gp::Rows& x,
                 const mcmc::gp::Rows& z, mcmc::gp::Vector values) override {
    const double eta_squared = std::exp(2 * theta(0));
    const double frequency = 2 * std::numbers::pi * std::exp(-theta(1));
    for (const Eigen::Index k : columns())
      values.array() += eta_squared * (frequency * (x.col(k) - z.col(k)).array()).cos();
  }

 private:
  std::vector<mcmc::gp::CovarianceParameter> parameters_of_columns() const override {
    return {{.quantity = "eta", .pure_amplitude = true, .response_power = 1},
            {.quantity = "period", .input_power = 1, .inputs = only_column()}};
  }
};
