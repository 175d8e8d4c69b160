#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace mcmc::program {

/// The file of a program, absolute: a name with a slash counts from `directory`, any other is
/// looked for in PATH. Nothing when there is no such file, or none that may be executed.
std::optional<std::filesystem::path> find_program(const std::string& name,
                                                  const std::filesystem::path& directory);

}  // namespace mcmc::program
