#include "mcmc/summary.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "formats.hpp"
#include "mcmc/draws.hpp"
#include "verbs.hpp"

namespace mcmc::app {

ExitCode summary(const Arguments& arguments) {
  const Formats<std::vector<SummaryRow>> formats{
      {"table", summary_table}, {"csv", summary_csv}, {"json", summary_json}};
  boost::program_options::options_description options;
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
  std::cout << write(rows);
  for (const std::string& notice : draws.notices) fmt::print(stderr, "{}\n", notice);
  for (const Remark& remark : verdict(rows))
    fmt::print(stderr, "{}{}\n", remark.is_warning ? "warning: " : "", remark.text);
  return ExitCode::ok;
}

}  // namespace mcmc::app
