#include "mcmc/describe.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>
#include <vector>

#include "host.hpp"
#include "mcmc/suggestion.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// The types of that name: more than one when several kinds have it.
std::vector<const ComponentType*> types_called(const Registry& registry, const std::string& name) {
  std::vector<const ComponentType*> found;
  for (const ComponentType& type : registry.types())
    if (type.type == name) found.push_back(&type);
  if (found.empty()) {
    throw Error(ExitCode::usage,
                fmt::format("no component type is called \"{}\"{}; mcmc-host list shows all", name,
                            did_you_mean(name, registry.type_names({}))));
  }
  return found;
}

}  // namespace

ExitCode describe(const Arguments& arguments) {
  std::string format;
  po::options_description options;
  options.add_options()("format", po::value(&format)->default_value("text")->value_name("FORMAT"),
                        "text, yaml or json");
  options.add(plugin_options());
  const CommandLine command_line(
      {"describe", "TYPE", "Tells a component type's options, their defaults and ranges."}, options,
      arguments);
  if (command_line.helped()) return ExitCode::ok;
  std::string (*write)(const ComponentType&) = nullptr;
  if (format == "text") write = describe_text;
  if (format == "yaml") write = describe_yaml;
  if (format == "json") write = describe_json;
  if (write == nullptr)
    throw Error(ExitCode::usage,
                fmt::format("--format {}: expected \"text\", \"yaml\" or \"json\"", format));
  const auto registry = load_registry(command_line);
  for (const ComponentType* type : types_called(*registry, command_line.only_argument()))
    std::cout << write(*type);
  return ExitCode::ok;
}

}  // namespace mcmc::app
