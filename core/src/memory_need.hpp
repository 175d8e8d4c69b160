#pragma once

#include <cstddef>
#include <string>

#include "mcmc/graph.hpp"

namespace mcmc {

/// Bytes that the densities of a graph hold, as far as they say.
double bytes_per_chain(const Graph& graph);

/// Stops a run that the system would kill once its matrices are filled. Says nothing where it is
/// not known how much memory there is.
/// @throws Error bad_pipeline with the need and the limit
void refuse_more_memory_than_there_is(const Graph& graph, std::size_t chains);

/// "8.2 MB"
std::string bytes_in_units(double bytes);

}  // namespace mcmc
