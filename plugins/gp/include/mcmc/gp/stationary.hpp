#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// A term eta^2 g(r^2), with g(0) = 1 and r^2 = sum_k ((x_k - z_k) / rho_k)^2. Its parameters are
/// log_eta, a pure amplitude, and log_rho (one length scale for all inputs) or log_rho.1 ...
/// log_rho.p.
///
/// Distances come from differences of inputs, never from |x|^2 + |z|^2 - 2 x'z: equal rows are at
/// distance 0, and inputs far from the origin lose no digits.
class StationaryTerm : public CovarianceTerm {
 public:
  struct Options {
    std::string length_scales = "shared";
    std::string name;
    void declare(OptionTable& table);
  };

  explicit StationaryTerm(const Options& options);
  ~StationaryTerm() override;

  std::vector<CovarianceParameter> parameters(const std::vector<std::string>& input_names) override;
  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override;
  void add_diagonal(const ConstVector& theta, const Rows& x, Vector values) override;

 private:
  /// Turns squared scaled distances r^2 >= 0 into correlations g(r^2), in place.
  virtual void correlate(Eigen::Ref<Eigen::ArrayXd> values) const = 0;

  void update_inverse_length_scales(const ConstVector& theta, Eigen::Index input_count);
  Eigen::Ref<Eigen::ArrayXd> workspace(Eigen::Index size);

  bool per_input_;
  Eigen::ArrayXd inverse_length_scales_;
  Eigen::ArrayXd workspace_;
};

/// eta^2 exp(-r^2): no factor 1/2 in the exponent (Wang and Neal 2013, section 5.1).
class SquaredExponentialTerm final : public StationaryTerm {
 public:
  using StationaryTerm::StationaryTerm;
  ~SquaredExponentialTerm() override;

 private:
  void correlate(Eigen::Ref<Eigen::ArrayXd> values) const override;
};

}  // namespace mcmc::gp
