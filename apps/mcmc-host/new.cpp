#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string_view>

#include "host.hpp"
#include "mcmc/suggestion.hpp"
#include "scaffold.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

void check_kind(const std::string& kind, const std::vector<std::string>& kinds) {
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw Error(ExitCode::usage, fmt::format("there is no template for a \"{}\"; expected {}{}",
                                             kind, any_of(kinds), did_you_mean(kind, kinds)));
}

/// A library of a name that is taken would be refused, or have the other one refused.
void check_is_free(const ComponentName& name, const Registry& registry) {
  for (const ComponentType& other : registry.types()) {
    if (other.type == name.type)
      throw Error(ExitCode::usage,
                  fmt::format("there is a {} called \"{}\" already, from the plugin {}; choose "
                              "another name",
                              other.kind, name.type, other.plugin));
    if (other.plugin == name.library)
      throw Error(ExitCode::usage,
                  fmt::format("there is a plugin called \"{}\" already; choose another name",
                              name.library));
  }
}

/// As a shell reads it.
std::string quoted(const std::string& word) {
  const bool is_plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./+:@%").find(char(c)) != std::string::npos;
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// How to call this program: by its name where the shell finds it.
std::string this_program() {
  const fs::path program = installation() / "bin" / "mcmc-host";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / "mcmc-host";
    std::error_code problem;
    if (fs::exists(candidate, problem))
      return fs::equivalent(candidate, program, problem) ? "mcmc-host" : program.string();
  }
  return program.string();
}

void print_next_steps(const ComponentName& name, const fs::path& folder) {
  const std::string source = quoted(folder.string());
  const std::string build = quoted((folder / "build").string());
  const std::string pipeline = quoted((folder / (name.library + ".yaml")).string());
  std::cout << fmt::format(
      "\nBuild it, test it, and sample with it:\n\n"
      "  cmake -S {0} -B {1}\n"
      "  cmake --build {1}\n"
      "  ctest --test-dir {1}\n"
      "  {2} {3} --plugin-path {1}\n",
      source, build, quoted(this_program()), pipeline);
}

}  // namespace

ExitCode new_plugin(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("dir", po::value<std::string>()->value_name("DIR"),
                        "the folder to make (default: the name, below the current folder)");
  options.add(plugin_options());
  const Scaffold scaffold(installation());
  const std::vector<std::string>& kinds = scaffold.kinds();
  const CommandLine command_line(
      {"new", fmt::format("{} NAME", fmt::join(kinds, "|")),
       "Makes a folder with a plugin of your own that builds and runs: a density, transition,\n"
       "mapping, cache, covariance term or writer to start from, with a pipeline and a test."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const std::vector<std::string>& words = command_line.exactly(2);
  check_kind(words[0], kinds);
  const ComponentName name = component_name(words[1]);
  check_is_free(name, *load_registry(command_line));
  const fs::path folder = command_line.get_or<std::string>("dir", name.library);
  const std::vector<std::string> files = scaffold.write(words[0], name, folder);
  std::cout << fmt::format("{} has a {} called \"{}\": {}\n", folder.string(), words[0], name.type,
                           fmt::join(files, ", "));
  print_next_steps(name, folder);
  return ExitCode::ok;
}

}  // namespace mcmc::app
