#pragma once

#include <functional>

#include "mcmc/registry.hpp"

namespace mcmc {

/// Shows the options of a type: its own, then those that every component of its kind has.
void for_each_option(const ComponentType& type,
                     const std::function<void(const OptionSpec&)>& visit);

}  // namespace mcmc
