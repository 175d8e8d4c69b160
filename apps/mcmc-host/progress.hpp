#pragma once

#include <boost/program_options/options_description.hpp>
#include <memory>

#include "command_line.hpp"
#include "mcmc/run.hpp"

namespace mcmc::app {

/// --progress and --quiet, for every verb that samples.
/// @param quiet what --quiet does
boost::program_options::options_description progress_options(const char* quiet);

/// Whoever watches the run as the user wants it; --quiet goes before --progress.
/// @throws Error usage for a --progress that there is not
std::unique_ptr<RunMonitor> make_monitor(const CommandLine& command_line);

}  // namespace mcmc::app
