#include "mcmc/gp/input_choice.hpp"

#include <algorithm>
#include <numeric>

#include "mcmc/error_list.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::gp {

std::vector<Eigen::Index> choose_inputs(const std::vector<std::string>& chosen,
                                        const std::vector<std::string>& input_names,
                                        const std::string& option) {
  std::vector<Eigen::Index> columns(chosen.empty() ? input_names.size() : chosen.size());
  std::iota(columns.begin(), columns.end(), Eigen::Index{0});
  ErrorList errors;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto found = std::find(input_names.begin(), input_names.end(), chosen[i]);
    if (found == input_names.end())
      errors.add(OptionError(option,
                             "\"" + chosen[i] + "\" under \"inputs\" is no input; the inputs are " +
                                 any_of(input_names) + did_you_mean(chosen[i], input_names)));
    if (std::find(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(i), chosen[i]) !=
        chosen.begin() + static_cast<std::ptrdiff_t>(i))
      errors.add(OptionError(option, "\"inputs\" names \"" + chosen[i] + "\" twice"));
    columns[i] = found - input_names.begin();
  }
  errors.throw_if_any();
  return columns;
}

}  // namespace mcmc::gp
