#pragma once

#include <boost/program_options/options_description.hpp>
#include <filesystem>
#include <memory>

#include "command_line.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"

namespace mcmc::app {

/// The folder of this program's installation, or of the build tree, which has the same shape.
std::filesystem::path installation();

/// --plugin-path, for every verb that loads plugins.
boost::program_options::options_description plugin_options();

/// --allow-programs, for every verb that builds what a file describes.
boost::program_options::options_description permission_options();

/// What the command line permits a file to do.
Permissions permissions(const CommandLine& command_line);

/// --set, --seed, --chains and the two above, for every verb that is given a pipeline.
boost::program_options::options_description pipeline_options();

/// The core's components and those of all plugins: from --plugin-path, from the folders of
/// MCMC_HOST_PLUGIN_PATH, and from the installation or build tree around this program.
/// @throws Error no_input for a --plugin-path that is no folder
std::unique_ptr<Registry> load_registry(const CommandLine& command_line);

/// The settings of the command line that change the pipeline, in order.
/// @throws Error usage for a --set without "="
Pipeline::Settings pipeline_settings(const CommandLine& command_line);

}  // namespace mcmc::app
