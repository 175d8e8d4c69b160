#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The fixed term c^2: a constant function with prior standard deviation c. No parameters.
class ConstantTerm final : public CovarianceTerm {
 public:
  struct Options {
    double value = 0;
    void declare(OptionTable& table);
  };

  explicit ConstantTerm(const Options& options);
  ~ConstantTerm() override;

  std::vector<CovarianceParameter> parameters(const std::vector<std::string>&) override;
  void add_block(const ConstVector&, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector&, const Rows& x, const Rows& z, Vector values) override;
  std::optional<double> constant_value() const override { return value_; }

 private:
  double value_;
};

}  // namespace mcmc::gp
