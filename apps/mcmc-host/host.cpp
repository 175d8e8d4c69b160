#include "host.hpp"

#include <fmt/format.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <cstdlib>
#include <sstream>
#include <string>

#include "mcmc/error.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

std::filesystem::path installation() {
  const std::filesystem::path program(boost::dll::program_location().string());
  return program.parent_path().parent_path();
}

po::options_description plugin_options() {
  po::options_description options;
  options.add_options()("plugin-path", po::value<std::vector<std::string>>()->value_name("DIR"),
                        "a folder with plugins, before the others; may be repeated");
  return options;
}

po::options_description permission_options() {
  po::options_description options;
  options.add_options()("allow-programs",
                        "let the file run programs and load libraries that it names");
  return options;
}

Permissions permissions(const CommandLine& command_line) {
  return {command_line.has("allow-programs")};
}

po::options_description pipeline_options() {
  po::options_description options;
  options.add_options()("set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
                        "change the pipeline, as in --set sample.draws=100; may be repeated")(
      "seed", po::value<std::uint64_t>()->value_name("N"), "short for --set sample.seed=N")(
      "chains", po::value<std::size_t>()->value_name("N"), "short for --set sample.chains=N");
  options.add(permission_options()).add(plugin_options());
  return options;
}

std::unique_ptr<Registry> load_registry(const CommandLine& command_line) {
  auto registry = std::make_unique<Registry>();
  add_core_components(*registry);
  for (const std::string& folder : command_line.get_or<std::vector<std::string>>("plugin-path", {}))
    registry->load_folder(folder, true);
  if (const char* folders = std::getenv("MCMC_HOST_PLUGIN_PATH")) {
    std::istringstream list(folders);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) registry->load_folder(folder, false);
  }
  const auto ours = installation() / "lib" / "mcmc-host" / "plugins";
  registry->load_folder(ours.string(), false);
  return registry;
}

Pipeline::Settings pipeline_settings(const CommandLine& command_line) {
  Pipeline::Settings settings;
  for (const std::string& setting : command_line.get_or<std::vector<std::string>>("set", {})) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ExitCode::usage,
                  fmt::format("--set {}: expected KEY=VALUE, such as sample.draws=100", setting));
    settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (command_line.has("seed"))
    settings.emplace_back("sample.seed", std::to_string(command_line.get<std::uint64_t>("seed")));
  if (command_line.has("chains"))
    settings.emplace_back("sample.chains", std::to_string(command_line.get<std::size_t>("chains")));
  return settings;
}

}  // namespace mcmc::app
