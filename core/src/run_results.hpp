#pragma once

#include "ensemble.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/writer.hpp"
#include "run_directory.hpp"

namespace mcmc {

/// What an ended run hands to its writers, read from the files of its chains: so a resumed run's
/// earlier draws are there too, with the bits that everybody else reads.
/// @throws Error no_input, bad_data
RunResults run_results(const Ensemble& ensemble, const Pipeline& pipeline, const Registry& registry,
                       const RunDirectory& directory);

}  // namespace mcmc
