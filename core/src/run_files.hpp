#pragma once

#include <cstddef>

#include "ensemble.hpp"
#include "mcmc/pipeline.hpp"
#include "run_directory.hpp"

namespace mcmc {

std::size_t warmup_iterations(const SampleOptions& options);

/// Makes the file of a chain's draws, or goes on with it where the chain has kept some.
/// @pre both arguments outlive it
Ensemble::OpenSink draw_files(const Pipeline& pipeline, const RunDirectory& directory);

/// The same for its warm-up; null when that is not kept.
Ensemble::OpenSink warmup_files(const Pipeline& pipeline, const RunDirectory& directory);

/// That the files of a chain hold what it had written when it was saved. Changes nothing.
/// @throws Error no_input, bad_data
void require_files(const Pipeline& pipeline, const RunDirectory& directory, const Chain& chain);

}  // namespace mcmc
