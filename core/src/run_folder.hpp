#pragma once

#include <filesystem>

#include "mcmc/pipeline.hpp"

namespace mcmc {

/// The pipeline that a run has left in its folder. @throws Error no_input for no such folder
Pipeline pipeline_of_run(const std::filesystem::path& folder, const Registry& registry,
                         Permissions permissions);

}  // namespace mcmc
