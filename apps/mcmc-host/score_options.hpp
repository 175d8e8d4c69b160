#pragma once

#include <boost/program_options/options_description.hpp>

#include "command_line.hpp"
#include "mcmc/predictive_score.hpp"

namespace mcmc::app {

/// --loo, --held-out and --score-draws, for every verb that tells how well models predict.
boost::program_options::options_description score_options();

/// What the user wants of them. @throws Error usage
ScoreSettings score_settings(const CommandLine& command_line);

}  // namespace mcmc::app
