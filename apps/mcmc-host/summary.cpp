#include "mcmc/summary.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <iostream>

#include "mcmc/draws.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

ExitCode summary(const Arguments& arguments) {
  std::string format;
  po::options_description options;
  options.add_options()("format", po::value(&format)->default_value("table")->value_name("FORMAT"),
                        "table, csv or json");
  const CommandLine command_line({"summary", "DIR or CSV...",
                                  "Means, quantiles and convergence diagnostics of draws in Stan's "
                                  "CSV format, one file for each chain."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  std::string (*write)(const std::vector<SummaryRow>&) = nullptr;
  if (format == "table") write = summary_table;
  if (format == "csv") write = summary_csv;
  if (format == "json") write = summary_json;
  if (write == nullptr)
    throw Error(ExitCode::usage,
                fmt::format("--format {}: expected \"table\", \"csv\" or \"json\"", format));
  if (command_line.positional().empty())
    throw Error(ExitCode::usage, "expected a folder of a run, or CSV files with draws");
  Draws draws = read_draws({command_line.positional().begin(), command_line.positional().end()});
  make_equally_long(draws);
  const std::vector<SummaryRow> rows = summarize(draws);
  std::cout << write(rows);
  for (const std::string& notice : draws.notices) fmt::print(stderr, "{}\n", notice);
  for (const Remark& remark : verdict(rows))
    fmt::print(stderr, "{}{}\n", remark.is_warning ? "warning: " : "", remark.text);
  return ExitCode::ok;
}

}  // namespace mcmc::app
