#include "mcmc/report.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>

#include "host.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

/// Where the page takes its numbers from.
constexpr std::string_view place_of_data = "@REPORT_DATA@";

/// The page without numbers, which the build makes when it can.
std::string empty_page() {
  const fs::path file = installation() / "share" / "mcmc-host" / "report.html";
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw Error(
        ExitCode::no_input,
        fmt::format("cannot read {}: this build left reports out, since npm or its packages "
                    "were not to be had; install npm and build again, with "
                    "-DMCMC_REPORT=ON to be told why it fails",
                    file.string()));
  std::ostringstream text;
  text << stream.rdbuf();
  if (text.str().find(place_of_data) == std::string::npos)
    throw Error(ExitCode::internal,
                fmt::format("{} is no page for reports; build it again", file.string()));
  return text.str();
}

std::string filled_page(std::string page, const std::string& json) {
  return page.replace(page.find(place_of_data), place_of_data.size(), json);
}

/// Writes beside the file first, so that an earlier report stays when this fails.
void save(const std::string& page, const fs::path& file) {
  const fs::path draft = file.string() + ".part";
  std::ofstream stream(draft, std::ios::binary);
  if (!stream)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot create {}: {}; name another place with --out", file.string(),
                            std::generic_category().message(errno)));
  stream << page;
  stream.close();
  std::error_code problem;
  if (!stream)
    problem = std::error_code(errno, std::generic_category());
  else
    fs::rename(draft, file, problem);
  if (!problem) return;
  std::error_code ignored;
  fs::remove(draft, ignored);
  throw Error(stream ? ExitCode::cannot_create : ExitCode::io_error,
              fmt::format("cannot write {}: {}", file.string(), problem.message()));
}

}  // namespace

ExitCode report(const Arguments& arguments) {
  ReportSettings settings;
  po::options_description options;
  options.add_options()("out", po::value<std::string>()->value_name("FILE"),
                        "the page, instead of DIR/report.html; an earlier one is replaced")(
      "draws", po::value<std::size_t>()->value_name("N"),
      "draws that make the fit (default: 200, or fewer where that would take long)");
  options.add(permission_options()).add(plugin_options());
  const CommandLine command_line(
      {"report", "DIR",
       "One page about a run, to be opened in a browser, also without a network: whether the "
       "chains agree,\nthe summary, plots of the draws, the fit, what it cost, and the pipeline."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  if (command_line.has("draws")) {
    settings.fit_draws = command_line.get<std::size_t>("draws");
    settings.fit_time = std::chrono::hours(24 * 365);  // as many as the user asks for
  }
  if (settings.fit_draws == 0) throw Error(ExitCode::usage, "--draws 0: expected 1 or more");
  settings.permissions = permissions(command_line);
  const fs::path run = command_line.only_argument();
  const std::string page = empty_page();
  const auto registry = load_registry(command_line);
  const RunReport report = mcmc::report(run, *registry, settings);
  const fs::path file = command_line.get_or("out", (run / "report.html").string());
  save(filled_page(page, report_json(report)), file);
  std::cout << file.string() << "\n";
  for (const std::string& part : report.missing) fmt::print(stderr, "{}\n", part);
  return ExitCode::ok;
}

}  // namespace mcmc::app
