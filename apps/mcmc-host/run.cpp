#include "mcmc/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>

#include "host.hpp"
#include "interruption.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// As YAML text, whatever the characters.
std::string quoted(const std::string& text) {
  std::string yaml = "'";
  for (const char c : text) yaml += c == '\'' ? std::string("\'\'") : std::string(1, c);
  return yaml + "'";
}

}  // namespace

ExitCode run(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("out", po::value<std::string>()->value_name("DIR"),
                        "folder for the results, instead of the pipeline's")(
      "force", "replace the files of an earlier run in that folder")(
      "resume", "go on with the run in that folder; begin one when there is none")(
      "allow-changes", "resume with other versions, files or options that leave draws as they are")(
      "threads", po::value<std::size_t>()->value_name("N"),
      "chains that run at the same time (default: one for each processor)");
  options.add(progress_options("say nothing but warnings and errors, and print no summary"))
      .add(pipeline_options());
  const CommandLine command_line(
      {"run", "PIPELINE.yaml",
       "Samples the posterior that a pipeline describes. \"run\" may be left out."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;

  if (command_line.has("resume") && command_line.has("force"))
    command_line.refuse("--resume goes on with a run and --force replaces it; give one of them");
  if (command_line.has("allow-changes") && !command_line.has("resume"))
    command_line.refuse("--allow-changes is about a run that is resumed; give --resume too");

  const std::unique_ptr<RunMonitor> monitor = make_monitor(command_line);
  Pipeline::Settings pipeline_changes = pipeline_settings(command_line);
  if (command_line.has("out"))
    pipeline_changes.emplace_back("output.directory", quoted(command_line.get<std::string>("out")));
  const auto registry = load_registry(command_line);
  const Pipeline pipeline(command_line.only_argument(), *registry, pipeline_changes,
                          permissions(command_line));

  RunSettings settings;
  settings.directory = pipeline.output().directory;
  settings.force = command_line.has("force");
  settings.resume = command_line.has("resume");
  settings.allow_changes = command_line.has("allow-changes");
  settings.threads = command_line.get_or<std::size_t>("threads", 0);
  settings.command = fmt::format("mcmc-host run {}", fmt::join(arguments, " "));
  const bool quiet = command_line.has("quiet");
  catch_interruptions();
  const RunOutcome outcome = mcmc::run(pipeline, *registry, settings, *monitor);
  if (!quiet && !outcome.summary.empty()) std::cout << summary_table(outcome.summary);
  if (!outcome.failure.empty()) throw Error(outcome.code, outcome.failure);
  return outcome.code;
}

}  // namespace mcmc::app
