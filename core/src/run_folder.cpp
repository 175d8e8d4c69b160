#include "run_folder.hpp"

#include <fmt/format.h>

#include "mcmc/error.hpp"
#include "run_directory.hpp"

namespace mcmc {

Pipeline pipeline_of_run(const std::filesystem::path& folder, const Registry& registry,
                         Permissions permissions) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    throw Error(ExitCode::no_input,
                fmt::format("{} is no folder; expected the folder of a run", folder.string()));
  const std::filesystem::path file = RunDirectory(folder).pipeline();
  if (!std::filesystem::exists(file, ignored))
    throw Error(ExitCode::no_input, fmt::format("{} holds no pipeline.yaml; expected the folder of "
                                                "a run, with its pipeline and its draws",
                                                folder.string()));
  return Pipeline(file, registry, {}, permissions);
}

}  // namespace mcmc
