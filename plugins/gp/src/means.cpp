#include "mcmc/gp/means.hpp"

#include <fmt/format.h>

#include "mcmc/error.hpp"
#include "mcmc/gp/input_choice.hpp"

namespace mcmc::gp {

Mean::~Mean() = default;
ZeroMean::~ZeroMean() = default;
ConstantMean::~ConstantMean() = default;
LinearMean::~LinearMean() = default;

void Mean::use_inputs(const std::vector<std::string>&) {}

Eigen::VectorXd ZeroMean::at(const Rows& inputs) const {
  return Eigen::VectorXd::Zero(inputs.rows());
}

void ConstantMean::Options::declare(OptionTable& table) {
  table.add("value", value).required().doc("The mean, in the model's units");
}

Eigen::VectorXd ConstantMean::at(const Rows& inputs) const {
  return Eigen::VectorXd::Constant(inputs.rows(), value_);
}

void LinearMean::Options::declare(OptionTable& table) {
  table.add("intercept", intercept).doc("The mean where all inputs are 0, in the model's units");
  table.add("inputs", inputs).default_is("all of the data's").doc("The inputs it depends on");
  table.add("coefficients", coefficients)
      .required()
      .doc("The slope along each of these inputs, in the model's units");
}

void LinearMean::use_inputs(const std::vector<std::string>& input_names) {
  columns_ = choose_inputs(options_.inputs, input_names, "mean.inputs");
  if (columns_.size() != options_.coefficients.size())
    throw OptionError("mean.coefficients",
                      fmt::format("a linear mean of {} inputs has {} coefficients: "
                                  "expected one for each",
                                  columns_.size(), options_.coefficients.size()));
}

Eigen::VectorXd LinearMean::at(const Rows& inputs) const {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(inputs.rows(), options_.intercept);
  for (std::size_t k = 0; k < columns_.size(); ++k)
    values += options_.coefficients[k] * inputs.col(columns_[k]);
  return values;
}

}  // namespace mcmc::gp
