#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"
#include "mcmc/gp/covariance.hpp"

namespace mcmc::gp {

/// A known prior mean m: f ~ GP(m, K). It works in the model's units, as terms of a covariance do,
/// of inputs and response alike. Its values are the same at the same inputs.
class Mean : public Component {
 public:
  static constexpr std::string_view kind = "mean";

  ~Mean() override;

  /// Called once, before `at`. @throws OptionError about `mean.OPTION` when they do not suit it
  virtual void use_inputs(const std::vector<std::string>& input_names);
  /// m of each case, finite.
  virtual Eigen::VectorXd at(const Rows& inputs) const = 0;
};

}  // namespace mcmc::gp
