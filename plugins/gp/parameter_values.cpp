#include "parameter_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"
#include "mcmc/table.hpp"

namespace mcmc::gp {
namespace {

using Eigen::Index;

[[noreturn]] void refuse(const std::string& place, const std::string& message) {
  throw OptionError(place, message);
}

double number_of(const Node& node, const std::string& place) {
  const std::optional<double> value = node.is_scalar() ? parse_number(node.text()) : std::nullopt;
  if (!value || !std::isfinite(*value))
    refuse(place, fmt::format("expected a number, found {}", node.in_words()));
  return *value;
}

/// As many numbers as there are elements.
std::vector<double> numbers_of(const Node::Entry& entry, const std::string& place,
                               std::size_t elements) {
  if (!entry.value.is_list()) return std::vector<double>(elements, number_of(entry.value, place));
  if (entry.value.items().size() != elements)
    refuse(place,
           fmt::format("expected {} numbers, found {}", elements, entry.value.items().size()));
  std::vector<double> numbers;
  for (const Node& item : entry.value.items()) numbers.push_back(number_of(item, place));
  return numbers;
}

double logarithm(double value, const std::string& place) {
  if (value <= 0) refuse(place, fmt::format("{} should be above 0, or give its log", value));
  return std::log(value);
}

}  // namespace

Eigen::VectorXd parameter_values(const Node& node, const Model& model, const std::string& option) {
  const ParameterNames& logs = model.parameters();
  const ParameterNames quantities(model.derived_names());
  if (!node.is_map())
    throw OptionError(option, fmt::format("expected a value for each of {}, found {}",
                                          fmt::join(quantities, ", "), node.in_words()));
  Eigen::VectorXd x(static_cast<Index>(logs.size()));
  std::vector<bool> is_given(logs.size(), false);
  for (const Node::Entry& entry : node.entries()) {
    const std::string place = option + "." + entry.key;
    const bool is_log = !logs.find(entry.key).empty();
    const std::vector<std::size_t> positions = (is_log ? logs : quantities).find(entry.key);
    if (positions.empty())
      refuse(place, fmt::format("there is no parameter \"{}\"; expected {}{}", entry.key,
                                fmt::join(quantities, ", "),
                                did_you_mean(entry.key, quantities.known_names())));
    const std::vector<double> numbers = numbers_of(entry, place, positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (is_given[positions[i]])
        refuse(place, fmt::format("\"{}\" is given twice", quantities[positions[i]]));
      is_given[positions[i]] = true;
      x[static_cast<Index>(positions[i])] = is_log ? numbers[i] : logarithm(numbers[i], place);
    }
  }
  for (std::size_t i = 0; i < logs.size(); ++i)
    if (!is_given[i])
      throw OptionError(option, fmt::format("a value for \"{}\" is missing", quantities[i]));
  return x;
}

}  // namespace mcmc::gp
