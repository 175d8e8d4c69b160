#include "mcmc/summary.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "formats.hpp"
#include "mcmc/draws.hpp"
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

/// What is shown; the verdict is on all rows.
std::vector<SummaryRow> wanted_rows(std::vector<SummaryRow> rows, const CommandLine& command_line) {
  if (command_line.has("variables"))
    rows = rows_of(rows, split_at_commas(command_line.get<std::string>("variables")));
  if (command_line.has("sort")) sort_rows(rows, command_line.get<std::string>("sort"));
  return rows;
}

}  // namespace

ExitCode summary(const Arguments& arguments) {
  const Formats<std::vector<SummaryRow>> formats{
      {"table", summary_table}, {"csv", summary_csv}, {"json", summary_json}};
  po::options_description options;
  options.add_options()("variables", po::value<std::string>()->value_name("NAMES"),
                        "only these, with commas between; that of a vector means all its elements")(
      "sort", po::value<std::string>()->value_name("ORDER"),
      "rhat: the worst first, ess: the fewest effective draws first, or name");
  formats.declare(options);
  const CommandLine command_line({"summary", "DIR or CSV...",
                                  "Means, quantiles and convergence diagnostics of draws in Stan's "
                                  "CSV format, one file for each chain."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  if (command_line.positional().empty())
    throw Error(ExitCode::usage, "expected a folder of a run, or CSV files with draws");
  Draws draws = read_draws({command_line.positional().begin(), command_line.positional().end()});
  make_equally_long(draws);
  const std::vector<SummaryRow> rows = summarize(draws);
  std::cout << write(wanted_rows(rows, command_line));
  for (const std::string& notice : draws.notices) fmt::print(stderr, "{}\n", notice);
  for (const Remark& remark : verdict(rows))
    fmt::print(stderr, "{}{}\n", remark.is_warning ? "warning: " : "", remark.text);
  return ExitCode::ok;
}

}  // namespace mcmc::app
