#pragma once

#include <cstdint>

#include "mcmc/graph.hpp"

namespace mcmc {

/// How often densities were asked for values before they had learned any.
std::uint64_t requests_before_fit(const Graph& graph);

}  // namespace mcmc
