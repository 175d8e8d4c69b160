#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/gp/input_term.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// A term eta^2 g(r^2), with g(0) = 1 and r^2 = sum_k ((x_k - z_k) / rho_k)^2. Its parameters are
/// log_eta, a pure amplitude, and log_rho (one length scale for all inputs) or log_rho.1 ...
/// log_rho.p.
///
/// Distances come from differences of inputs, never from |x|^2 + |z|^2 - 2 x'z: equal rows are at
/// distance 0, and inputs far from the origin lose no digits.
class StationaryTerm : public InputTerm {
 public:
  struct Options : InputTerm::Options {
    std::string length_scales = "shared";
    void declare(OptionTable& table);
  };

  explicit StationaryTerm(const Options& options);
  ~StationaryTerm() override;

  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override;
  void add_diagonal(const ConstVector& theta, const Rows& x, Vector values) override;

 private:
  /// A parameter of g, which comes last, or nothing.
  virtual std::vector<CovarianceParameter> parameters_of_shape() const { return {}; }
  /// Turns squared scaled distances r^2 >= 0 into correlations g(r^2), in place. The last element
  /// of `theta` is the parameter of g where there is one.
  virtual void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const = 0;

  std::vector<CovarianceParameter> parameters_of_columns() const final;
  void update_inverse_length_scales(const ConstVector& theta);
  Eigen::Index input_count() const { return static_cast<Eigen::Index>(columns().size()); }
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
  void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const override;
};

/// eta^2 exp(-r): functions that are continuous and no more (Matern with nu = 1/2).
class Matern12Term final : public StationaryTerm {
 public:
  using StationaryTerm::StationaryTerm;
  ~Matern12Term() override;

 private:
  void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const override;
};

/// eta^2 (1 + a) exp(-a) with a = sqrt(3) r: functions with one derivative (nu = 3/2).
class Matern32Term final : public StationaryTerm {
 public:
  using StationaryTerm::StationaryTerm;
  ~Matern32Term() override;

 private:
  void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const override;
};

/// eta^2 (1 + a + a^2/3) exp(-a) with a = sqrt(5) r: functions with two derivatives (nu = 5/2).
class Matern52Term final : public StationaryTerm {
 public:
  using StationaryTerm::StationaryTerm;
  ~Matern52Term() override;

 private:
  void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const override;
};

/// eta^2 (1 + r^2/alpha)^-alpha: squared exponentials of many length scales. Without a factor 1/2,
/// so that it becomes `SquaredExponentialTerm` as alpha grows. One more parameter, log_alpha.
class RationalQuadraticTerm final : public StationaryTerm {
 public:
  using StationaryTerm::StationaryTerm;
  ~RationalQuadraticTerm() override;

 private:
  std::vector<CovarianceParameter> parameters_of_shape() const override;
  void correlate(const ConstVector& theta, Eigen::Ref<Eigen::ArrayXd> values) const override;
};

}  // namespace mcmc::gp
