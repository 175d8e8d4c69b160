#pragma once

#include "command_line.hpp"
#include "mcmc/error.hpp"

/// The verbs of mcmc-host: each reads its arguments, writes results to stdout and messages to
/// stderr, and returns the exit code. @throws Error for everything that a user can put right
namespace mcmc::app {

ExitCode run(const Arguments& arguments);
ExitCode check(const Arguments& arguments);
ExitCode list(const Arguments& arguments);
ExitCode describe(const Arguments& arguments);
ExitCode evaluate(const Arguments& arguments);
ExitCode summary(const Arguments& arguments);
ExitCode diagnose(const Arguments& arguments);
ExitCode predict(const Arguments& arguments);
ExitCode report(const Arguments& arguments);
ExitCode simulate(const Arguments& arguments);
ExitCode compare(const Arguments& arguments);
ExitCode tune(const Arguments& arguments);
ExitCode new_plugin(const Arguments& arguments);

}  // namespace mcmc::app
