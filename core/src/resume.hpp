#pragma once

#include "checkpoints.hpp"
#include "ensemble.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"
#include "run_directory.hpp"

namespace mcmc {

/// Puts the chains of an ensemble to where the run in a directory saved them; those that never were
/// begin anew. Changes nothing in the directory.
/// @throws Error when the pipeline is not the one of that run, wants fewer draws than there are, or
///         gives other log densities (bad_pipeline); when checkpoints or draws are damaged or
///         missing (bad_data, no_input)
void resume(Ensemble& ensemble, const Checkpoints& checkpoints, const Pipeline& pipeline,
            const Registry& registry, const RunDirectory& directory, bool allow_changes);

/// "chain 1 at draw 345 of 1000, chain 2 at iteration 30 of the warm-up".
std::string progress_in_words(const Ensemble& ensemble);

}  // namespace mcmc
