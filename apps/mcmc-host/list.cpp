#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "formats.hpp"
#include "host.hpp"
#include "mcmc/describe.hpp"
#include "mcmc/suggestion.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// What was found, or one kind of it.
struct Listing {
  const Registry& registry;
  std::string kind;
};

/// Cells of a table, all but the last padded to their column's width.
std::string aligned(const std::vector<std::array<std::string, 5>>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += fmt::format("{:<{}}{}", row[i], widths[i], i + 1 < row.size() ? "  " : "\n");
  }
  return text;
}

std::string components_text(const Listing& listing) {
  std::vector<std::array<std::string, 5>> rows{{"kind", "type", "plugin", "version", "summary"}};
  for (const ComponentType& type : listing.registry.types())
    if (listing.kind.empty() || type.kind == listing.kind)
      rows.push_back({type.kind, type.type, type.plugin, type.plugin_version, type.summary});
  return aligned(rows);
}

std::string libraries_text(const Registry& registry) {
  std::string text = "\nlibraries\n";
  for (const PluginLibrary& library : registry.libraries())
    text += library.refusal.empty()
                ? fmt::format("  {} {}: {}\n", library.name, library.version, library.path)
                : fmt::format("  refused: {}: {}\n", library.path, library.refusal);
  for (const std::string& folder : registry.searched_folders())
    text += fmt::format("  searched: {}\n", folder);
  return text;
}

std::string as_text(const Listing& listing) {
  return components_text(listing) + libraries_text(listing.registry);
}

std::string as_json(const Listing& listing) {
  return listing_json(listing.registry, listing.kind);
}

}  // namespace

ExitCode list(const Arguments& arguments) {
  const Formats<Listing> formats{{"text", as_text}, {"json", as_json}};
  po::options_description options;
  formats.declare(options);
  options.add(plugin_options());
  const CommandLine command_line(
      {"list", "[KIND]", "Lists the components found, or those of one kind, and all libraries."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  const auto registry = load_registry(command_line);
  const std::string kind =
      command_line.positional().empty() ? std::string() : command_line.only_argument();
  const std::vector<std::string> kinds = registry->kinds();
  if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw Error(ExitCode::usage,
                fmt::format("there are no components of kind \"{}\"; expected {}{}", kind,
                            any_of(kinds), did_you_mean(kind, kinds)));
  std::cout << write({*registry, kind});
  return ExitCode::ok;
}

}  // namespace mcmc::app
