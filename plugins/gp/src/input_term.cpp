#include "mcmc/gp/input_term.hpp"

#include <algorithm>
#include <numeric>

#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

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
  columns_.resize(chosen_.empty() ? input_names.size() : chosen_.size());
  std::iota(columns_.begin(), columns_.end(), Eigen::Index{0});
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto found = std::find(input_names.begin(), input_names.end(), chosen_[i]);
    if (found == input_names.end())
      throw OptionError("covariance", "a term looks at \"" + chosen_[i] + "\", which is no input" +
                                          "; the inputs are " + any_of(input_names) +
                                          did_you_mean(chosen_[i], input_names));
    if (std::find(chosen_.begin(), chosen_.begin() + static_cast<std::ptrdiff_t>(i), chosen_[i]) !=
        chosen_.begin() + static_cast<std::ptrdiff_t>(i))
      throw OptionError("covariance", "a term looks at \"" + chosen_[i] + "\" twice");
    columns_[i] = found - input_names.begin();
  }
  return parameters_of_columns();
}

std::vector<Eigen::Index> InputTerm::only_column() const {
  return columns_.size() == 1 ? columns_ : std::vector<Eigen::Index>{};
}

}  // namespace mcmc::gp
