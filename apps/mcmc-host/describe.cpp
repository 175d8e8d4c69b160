#include "mcmc/describe.hpp"

#include <fmt/format.h>

#include <boost/program_options/options_description.hpp>
#include <iostream>

#include "formats.hpp"
#include "host.hpp"
#include "mcmc/schema.hpp"
#include "mcmc/suggestion.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// The types of that name: more than one when several kinds have it.
NamesakeTypes types_called(const Registry& registry, const std::string& name) {
  NamesakeTypes found;
  for (const ComponentType& type : registry.types())
    if (type.type == name) found.push_back(&type);
  if (found.empty()) {
    throw Error(ExitCode::usage,
                fmt::format("no component type is called \"{}\"; mcmc-host list shows all{}", name,
                            did_you_mean(name, registry.type_names({}))));
  }
  return found;
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
  const Formats<NamesakeTypes> formats{
      {"text", describe_text}, {"yaml", describe_yaml}, {"json", describe_json}};
  po::options_description options;
  options.add_options()("schema", "print a JSON Schema of pipeline files instead, for editors");
  formats.declare(options);
  options.add(plugin_options());
  const CommandLine command_line({"describe", "TYPE or --schema",
                                  "Tells a component type's options, their defaults and ranges."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  if (command_line.has("schema")) return print_schema(command_line);
  const auto write = formats.chosen(command_line);
  const auto registry = load_registry(command_line);
  std::cout << write(types_called(*registry, command_line.only_argument()));
  return ExitCode::ok;
}

}  // namespace mcmc::app
