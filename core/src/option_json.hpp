#pragma once

#include <nlohmann/json.hpp>

#include "mcmc/option.hpp"

namespace mcmc {

/// An option's value in JSON: scalars of numbers and booleans as such, all others as text.
nlohmann::ordered_json json_value(const Node& node, const OptionSpec& spec);

}  // namespace mcmc
