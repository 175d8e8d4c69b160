#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/gp/mean.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// m(x) = 0, what a model without a mean has.
class ZeroMean final : public Mean {
 public:
  using Options = NoOptions;
  explicit ZeroMean(const Options&) {}
  ~ZeroMean() override;
  Eigen::VectorXd at(const Rows& inputs) const override;
};

/// m(x) = value
class ConstantMean final : public Mean {
 public:
  struct Options {
    double value = 0;
    void declare(OptionTable& table);
  };
  explicit ConstantMean(const Options& options) : value_(options.value) {}
  ~ConstantMean() override;
  Eigen::VectorXd at(const Rows& inputs) const override;

 private:
  double value_;
};

/// m(x) = a + sum_k b_k x_k, over chosen inputs.
class LinearMean final : public Mean {
 public:
  struct Options {
    double intercept = 0;
    std::vector<std::string> inputs;
    std::vector<double> coefficients;
    void declare(OptionTable& table);
  };
  explicit LinearMean(const Options& options) : options_(options) {}
  ~LinearMean() override;

  void use_inputs(const std::vector<std::string>& input_names) override;
  Eigen::VectorXd at(const Rows& inputs) const override;

 private:
  Options options_;
  std::vector<Eigen::Index> columns_;
};

}  // namespace mcmc::gp
