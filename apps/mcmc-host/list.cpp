#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>

#include "host.hpp"
#include "mcmc/suggestion.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// Cells of a table, all but the last padded to their column's width.
void print_aligned(const std::vector<std::array<std::string, 5>>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      std::cout << fmt::format("{:<{}}{}", row[i], widths[i], i + 1 < row.size() ? "  " : "\n");
  }
}

void print_components(const Registry& registry, const std::string& kind) {
  std::vector<std::array<std::string, 5>> rows{{"kind", "type", "plugin", "version", "summary"}};
  for (const ComponentType& type : registry.types())
    if (kind.empty() || type.kind == kind)
      rows.push_back({type.kind, type.type, type.plugin, type.plugin_version, type.summary});
  print_aligned(rows);
}

void print_libraries(const Registry& registry) {
  std::cout << "\nlibraries\n";
  for (const PluginLibrary& library : registry.libraries())
    std::cout << (library.refusal.empty()
                      ? fmt::format("  {} {}: {}\n", library.name, library.version, library.path)
                      : fmt::format("  refused: {}: {}\n", library.path, library.refusal));
  for (const std::string& folder : registry.searched_folders())
    std::cout << fmt::format("  searched: {}\n", folder);
}

}  // namespace

ExitCode list(const Arguments& arguments) {
  const CommandLine command_line(
      {"list", "[KIND]", "Lists the components found, or those of one kind, and all libraries."},
      plugin_options(), arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto registry = load_registry(command_line);
  const std::string kind =
      command_line.positional().empty() ? std::string() : command_line.only_argument();
  const std::vector<std::string> kinds = registry->kinds();
  if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw Error(ExitCode::usage,
                fmt::format("there are no components of kind \"{}\"; expected {}{}", kind,
                            any_of(kinds), did_you_mean(kind, kinds)));
  print_components(*registry, kind);
  print_libraries(*registry);
  return ExitCode::ok;
}

}  // namespace mcmc::app
