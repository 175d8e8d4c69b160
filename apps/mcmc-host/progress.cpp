#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <string>
#include <vector>

#include "console_monitor.hpp"
#include "json_monitor.hpp"
#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

po::options_description progress_options(const char* quiet) {
  po::options_description options;
  options.add_options()(
      "progress", po::value<std::string>()->value_name("FORMAT"),
      "bar, json or none (default: bar; without a terminal it is a line now and then)")("quiet",
                                                                                        quiet);
  return options;
}

std::unique_ptr<RunMonitor> make_monitor(const CommandLine& command_line) {
  const std::vector<std::string> known{"bar", "json", "none"};
  const std::string wanted = command_line.get_or<std::string>("progress", known.front());
  if (std::find(known.begin(), known.end(), wanted) == known.end())
    throw Error(ExitCode::usage, fmt::format("--progress {}: expected {}{}", wanted, any_of(known),
                                             did_you_mean(wanted, known)));
  if (command_line.has("quiet")) return std::make_unique<ConsoleMonitor>(true);
  if (wanted == "json") return std::make_unique<JsonMonitor>();
  return std::make_unique<ConsoleMonitor>(false, wanted == "bar");
}

}  // namespace mcmc::app
