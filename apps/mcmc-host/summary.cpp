#include "mcmc/summary.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "formats.hpp"
#include "host.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/predictive_score.hpp"
#include "score_options.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

/// A run in numbers.
struct Summary {
  std::vector<SummaryRow> rows;
  std::vector<PredictiveScore> scores;  ///< which may be empty
};

std::string as_table(const Summary& summary) {
  return summary_table(summary.rows) +
         (summary.scores.empty() ? "" : "\n" + scores_table(summary.scores));
}

/// With scores there are two tables and an empty line between them.
std::string as_csv(const Summary& summary) {
  return summary_csv(summary.rows) +
         (summary.scores.empty() ? "" : "\n" + scores_csv(summary.scores));
}

/// With scores there is an object of two arrays.
std::string as_json(const Summary& summary) {
  if (summary.scores.empty()) return summary_json(summary.rows);
  return fmt::format("{{\n\"variables\": {},\n\"predictive_scores\": {}}}\n",
                     summary_json(summary.rows), scores_json(summary.scores));
}

ScoreSettings wanted_scores(const CommandLine& command_line) {
  ScoreSettings settings = score_settings(command_line);
  if (settings.is_wanted() && command_line.positional().size() != 1)
    command_line.refuse("--loo and --held-out need the folder of one run, with its pipeline");
  return settings;
}

std::vector<PredictiveScore> scores_of(const std::string& run, const ScoreSettings& settings,
                                       const CommandLine& command_line) {
  if (!settings.is_wanted()) return {};
  return predictive_scores(run, *load_registry(command_line), settings);
}

/// What is shown; the verdict is on all rows.
std::vector<SummaryRow> wanted_rows(std::vector<SummaryRow> rows, const CommandLine& command_line) {
  if (command_line.has("variables"))
    rows = rows_of(rows, split_at_commas(command_line.get<std::string>("variables")));
  if (command_line.has("sort")) sort_rows(rows, command_line.get<std::string>("sort"));
  return rows;
}

}  // namespace

ExitCode summary(const Arguments& arguments) {
  const Formats<Summary> formats{{"table", as_table}, {"csv", as_csv}, {"json", as_json}};
  po::options_description options;
  options.add_options()("variables", po::value<std::string>()->value_name("NAMES"),
                        "only these, with commas between; that of a vector means all its elements")(
      "sort", po::value<std::string>()->value_name("ORDER"),
      "rhat: the worst first, ess: the fewest effective draws first, or name");
  formats.declare(options);
  options.add(score_options()).add(permission_options()).add(plugin_options());
  const CommandLine command_line({"summary", "DIR or CSV...",
                                  "Means, quantiles and convergence diagnostics of draws in Stan's "
                                  "CSV format, one file for each chain."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  if (command_line.positional().empty())
    throw Error(ExitCode::usage, "expected a folder of a run, or CSV files with draws");
  const ScoreSettings score_settings = wanted_scores(command_line);
  Draws draws = read_draws({command_line.positional().begin(), command_line.positional().end()});
  make_equally_long(draws);
  const std::vector<SummaryRow> rows = summarize(draws);
  const std::vector<PredictiveScore> scores =
      scores_of(command_line.positional().front(), score_settings, command_line);
  std::cout << write({wanted_rows(rows, command_line), scores});
  for (const std::string& notice : draws.notices) fmt::print(stderr, "{}\n", notice);
  for (const Remark& remark : verdict(rows))
    fmt::print(stderr, "{}{}\n", remark.is_warning ? "warning: " : "", remark.text);
  for (const PredictiveScore& score : scores)
    for (const std::string& warning : score.warnings) fmt::print(stderr, "warning: {}\n", warning);
  return ExitCode::ok;
}

}  // namespace mcmc::app
