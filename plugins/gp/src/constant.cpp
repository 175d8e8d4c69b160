#include "mcmc/gp/constant.hpp"

namespace mcmc::gp {

void ConstantTerm::Options::declare(OptionTable& table) {
  table.add("value", value)
      .at_least(0)
      .required()
      .unit("response")
      .doc("c: the prior standard deviation of a constant function; adds c^2");
}

ConstantTerm::ConstantTerm(const Options& options) : value_(options.value * options.value) {}
ConstantTerm::~ConstantTerm() = default;

std::vector<CovarianceParameter> ConstantTerm::parameters(const std::vector<std::string>&) {
  return {};
}

void ConstantTerm::add_block(const ConstVector&, const Rows&, const Rows&, Matrix block) {
  block.array() += value_;
}

void ConstantTerm::add_pairs(const ConstVector&, const Rows&, const Rows&, Vector values) {
  values.array() += value_;
}

}  // namespace mcmc::gp
