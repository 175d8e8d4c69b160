#include <fmt/format.h>

#include <iostream>

#include "host.hpp"
#include "mcmc/check.hpp"
#include "verbs.hpp"

namespace mcmc::app {

ExitCode check(const Arguments& arguments) {
  const CommandLine command_line(
      {"check", "PIPELINE.yaml",
       "Builds everything, evaluates each density once at the start, and prints the graph."},
      pipeline_options(), arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto registry = load_registry(command_line);
  const Pipeline pipeline(command_line.only_argument(), *registry, pipeline_settings(command_line),
                          permissions(command_line));
  std::cout << check_report(pipeline);
  for (const std::string& warning : pipeline.warnings())
    fmt::print(stderr, "warning: {}\n", warning);
  return ExitCode::ok;
}

}  // namespace mcmc::app
