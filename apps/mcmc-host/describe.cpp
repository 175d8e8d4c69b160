#include "mcmc/describe.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>
#include <vector>

#include "host.hpp"
#include "mcmc/schema.hpp"
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
                fmt::format("no component type is called \"{}\"; mcmc-host list shows all{}", name,
                            did_you_mean(name, registry.type_names({}))));
  }
  return found;
}

using WriteType = std::string (*)(const ComponentType&);

WriteType writer_of(const std::string& format) {
  if (format == "text") return describe_text;
  if (format == "yaml") return describe_yaml;
  if (format == "json") return describe_json;
  throw Error(ExitCode::usage, fmt::format("--format {}: expected \"text\", \"yaml\" or \"json\"{}",
                                           format, did_you_mean(format, {"text", "yaml", "json"})));
}

ExitCode print_schema(const CommandLine& command_line) {
  if (command_line.has("format") || !command_line.positional().empty())
    throw Error(
        ExitCode::usage,
        "--schema: expected no TYPE and no --format; the schema is of whole files, in JSON");
  std::cout << pipeline_schema(*load_registry(command_line));
  return ExitCode::ok;
}

}  // namespace

ExitCode describe(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("format", po::value<std::string>()->value_name("FORMAT"),
                        "text (the default), yaml or json")(
      "schema", "print a JSON Schema of pipeline files instead, for editors");
  options.add(plugin_options());
  const CommandLine command_line({"describe", "TYPE or --schema",
                                  "Tells a component type's options, their defaults and ranges."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  if (command_line.has("schema")) return print_schema(command_line);
  const WriteType write = writer_of(command_line.get_or<std::string>("format", "text"));
  const auto registry = load_registry(command_line);
  for (const ComponentType* type : types_called(*registry, command_line.only_argument()))
    std::cout << write(*type);
  return ExitCode::ok;
}

}  // namespace mcmc::app
