#include "mcmc/gp/input_term.hpp"

#include "mcmc/gp/input_choice.hpp"

namespace mcmc::gp {

void InputTerm::Options::declare(OptionTable& table) {
  table.add("inputs", inputs)
      .default_is("all of the data's")
      .doc("The inputs that the term looks at, by their names");
  table.add("name", name)
      .doc("What the names of the term's parameters begin with, for several terms: trend_log_eta");
}

InputTerm::InputTerm(const Options& options)
    : CovarianceTerm(options.name), chosen_(options.inputs) {}
InputTerm::~InputTerm() = default;

std::vector<CovarianceParameter> InputTerm::parameters(
    const std::vector<std::string>& input_names) {
  columns_ = choose_inputs(chosen_, input_names, "inputs");
  return parameters_of_columns();
}

std::vector<Eigen::Index> InputTerm::only_column() const {
  return columns_.size() == 1 ? columns_ : std::vector<Eigen::Index>{};
}

}  // namespace mcmc::gp
