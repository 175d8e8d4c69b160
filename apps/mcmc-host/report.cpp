#include "mcmc/report.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

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

/// A file that takes its place when it is complete, so that an earlier one stays when it is not.
class Draft {
 public:
  /// @throws Error cannot_create
  explicit Draft(fs::path file)
      : file_(std::move(file)), path_(file_.string() + ".part"), stream_(path_, std::ios::binary) {
    if (!stream_)
      throw Error(ExitCode::cannot_create,
                  fmt::format("cannot create {}: {}; name another place with --out", file_.string(),
                              std::generic_category().message(errno)));
  }
  ~Draft() {
    std::error_code ignored;
    if (!is_complete_) fs::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  /// @throws Error io_error, or cannot_create where something else is in the way
  void complete(const std::string& text) {
    stream_ << text;
    stream_.close();
    if (!stream_) refuse(ExitCode::io_error, std::generic_category().message(errno));
    std::error_code problem;
    fs::rename(path_, file_, problem);
    if (problem) refuse(ExitCode::cannot_create, problem.message());
    is_complete_ = true;
  }

 private:
  [[noreturn]] void refuse(ExitCode code, const std::string& reason) const {
    throw Error(code, fmt::format("cannot write {}: {}; name another place with --out",
                                  file_.string(), reason));
  }

  fs::path file_;
  fs::path path_;
  std::ofstream stream_;
  bool is_complete_ = false;
};

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
  const auto registry = load_registry(command_line);
  const RunReport report = mcmc::report(run, *registry, settings);
  const fs::path file = command_line.get_or("out", report_file(run).string());
  Draft draft(file);
  draft.complete(filled_page(empty_page(), report_json(report)));
  std::cout << file.string() << "\n";
  for (const std::string& part : report.missing) fmt::print(stderr, "{}\n", part);
  return ExitCode::ok;
}

}  // namespace mcmc::app
