#include "mcmc/tune.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <iostream>

#include "console_monitor.hpp"
#include "formats.hpp"
#include "host.hpp"
#include "interruption.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

ExitCode tune(const Arguments& arguments) {
  const Formats<Tuning> formats{
      {"table", tuning_table}, {"csv", tuning_csv}, {"json", tuning_json}};
  po::options_description options;
  options.add_options()("out", po::value<std::string>()->value_name("FILE"),
                        "where the chosen pipeline goes (default: the pipeline's name with -tuned "
                        "after it, in the working directory)")("force",
                                                               "replace that file if it is there")(
      "budget", po::value<double>()->value_name("N"),
      "CPU time to spend, in iterations of the pipeline's own transition (default: 200)")(
      "threads", po::value<std::size_t>()->value_name("N"),
      "chains that run at the same time (default: one for each processor)")(
      "quiet", "say nothing but warnings and errors");
  formats.declare(options);
  options.add(pipeline_options());
  const CommandLine command_line(
      {"tune", "PIPELINE.yaml",
       "Tries approximations and transitions on the pipeline's density, prints what an independent "
       "draw costs with each, and writes the pipeline with the cheapest."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);

  const auto registry = load_registry(command_line);
  const Pipeline pipeline(command_line.only_argument(), *registry, pipeline_settings(command_line),
                          permissions(command_line));
  TuneSettings settings;
  settings.budget = command_line.get_or<double>("budget", settings.budget);
  settings.threads = command_line.get_or<std::size_t>("threads", 0);
  if (!(settings.budget > 0))
    throw Error(ExitCode::usage,
                fmt::format("--budget {}: expected a number above 0", settings.budget));
  const std::filesystem::path input(command_line.only_argument());
  const TunedFile file(
      command_line.get_or<std::string>("out", input.stem().string() + "-tuned.yaml"),
      command_line.has("force"));

  ConsoleMonitor monitor(command_line.has("quiet"));
  catch_interruptions();
  const Tuning tuning = mcmc::tune(pipeline, *registry, settings, monitor);
  file.write(pipeline, tuning);
  std::cout << write(tuning);
  monitor.note(choice_in_words(tuning));
  monitor.note(fmt::format("written: {}", file.path().string()));
  return ExitCode::ok;
}

}  // namespace mcmc::app
