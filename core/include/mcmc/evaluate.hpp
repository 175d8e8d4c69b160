#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "mcmc/pipeline.hpp"

namespace mcmc {

/// Evaluates a density of a pipeline at points of a CSV file whose header names its parameters.
/// @param repeat evaluations of each point, for the column cpu_seconds (their mean); 0: no such
///        column. Nothing is cached
/// @return CSV: the points, log_density, and log_prior and log_likelihood where they are known. A
///         point outside the support has log_density -inf; where the evaluation fails the cells are
///         empty, and under `on_failure: abort` the whole call ends
/// @throws Error bad_data for a bad file of points, usage for a density that there is not
std::string evaluate_points(const Pipeline& pipeline, const std::string& density,
                            const std::filesystem::path& points, std::size_t repeat,
                            std::string& problems);

}  // namespace mcmc
