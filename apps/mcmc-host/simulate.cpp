#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>

#include "host.hpp"
#include "mcmc/counted.hpp"
#include "mcmc/simulator.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

ExitCode simulate(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("out", po::value<std::string>()->required()->value_name("CSV"),
                        "the file to write")("force", "replace that file if it is there")(
      "seed", po::value<std::uint64_t>()->value_name("N"), "instead of the specification's seed");
  options.add(permission_options()).add(plugin_options());
  const CommandLine command_line(
      {"simulate", "SPEC.yaml --out data.csv",
       "Draws a data set from a model with given parameters, such as gp.simulator:\n"
       "mcmc-host describe gp.simulator tells what a specification says."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  SimulateSettings settings;
  settings.permissions = permissions(command_line);
  settings.force = command_line.has("force");
  if (command_line.has("seed")) settings.seed = command_line.get<std::uint64_t>("seed");
  const std::string& out = command_line.get<std::string>("out");
  const auto registry = load_registry(command_line);
  const SimulationOutcome outcome =
      mcmc::simulate(command_line.only_argument(), *registry, out, settings);
  fmt::print(stderr, "{} with seed {} in {}\n", counted(outcome.cases, "case"), outcome.seed, out);
  return ExitCode::ok;
}

}  // namespace mcmc::app
