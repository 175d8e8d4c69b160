#include "mcmc/compare.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>
#include <optional>

#include "formats.hpp"
#include "host.hpp"
#include "interruption.hpp"
#include "progress.hpp"
#include "score_options.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

ExitCode compare(const Arguments& arguments) {
  const Formats<std::vector<ComparedPipeline>> formats{
      {"table", comparison_table}, {"csv", comparison_csv}, {"json", comparison_json}};
  po::options_description options;
  options.add_options()(
      "seeds", po::value<std::size_t>()->value_name("N"),
      "run each pipeline N times, with its seed and the N - 1 after it (default: 1)")(
      "out", po::value<std::string>()->value_name("DIR"),
      "also write comparison.csv and autocorrelation.svg there")(
      "force", "replace these two if they are there")(
      "threads", po::value<std::size_t>()->value_name("N"),
      "chains that run at the same time (default: one for each processor)");
  options.add(progress_options("say nothing but warnings and errors"));
  options.add(score_options());
  formats.declare(options);
  options.add(pipeline_options());
  const CommandLine command_line(
      {"compare", "PIPELINE.yaml...",
       "Runs pipelines of one problem and prints what an independent draw costs with each: "
       "autocorrelation time of the log likelihood, CPU time per iteration, and their product as a "
       "ratio to the first pipeline's."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  if (command_line.positional().empty())
    throw Error(ExitCode::usage, "expected at least one pipeline file");

  CompareSettings settings;
  settings.pipelines.assign(command_line.positional().begin(), command_line.positional().end());
  settings.changes = pipeline_settings(command_line);
  settings.permissions = permissions(command_line);
  settings.scores = score_settings(command_line);
  settings.seeds = command_line.get_or<std::size_t>("seeds", 1);
  settings.threads = command_line.get_or<std::size_t>("threads", 0);
  if (settings.seeds == 0) throw Error(ExitCode::usage, "--seeds 0: expected at least 1");
  const std::unique_ptr<RunMonitor> monitor = make_monitor(command_line);
  const auto registry = load_registry(command_line);
  catch_interruptions();
  const Comparison comparison(settings, *registry);
  std::optional<ComparisonDirectory> directory;
  if (command_line.has("out"))
    directory.emplace(command_line.get<std::string>("out"), command_line.has("force"));
  const std::vector<ComparedPipeline> rows = comparison.run(*monitor);
  std::cout << write(rows);
  if (directory) directory->write(rows);
  return ExitCode::ok;
}

}  // namespace mcmc::app
