#pragma once

#include <string>

#include "mcmc/pipeline.hpp"

namespace mcmc {

/// The graph of a pipeline in words: every density with its parameters, its size and its log
/// density and time at the start of chain 1, every other component, and the plan of the run.
/// @throws Error bad_pipeline when the chain has no start
std::string check_report(const Pipeline& pipeline);

}  // namespace mcmc
