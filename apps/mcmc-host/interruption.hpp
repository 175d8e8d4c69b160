#pragma once

#include "mcmc/error.hpp"

namespace mcmc::app {

/// From now on SIGINT (ctrl-C) and SIGTERM ask for an orderly end instead of killing the
/// process. The next one kills it.
void catch_interruptions();

/// `interrupted` or `terminated` after such a signal, else `ok`.
ExitCode interruption();

}  // namespace mcmc::app
