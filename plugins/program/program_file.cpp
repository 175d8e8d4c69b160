#include "program_file.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace mcmc::program {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> find_program(const std::string& name, const fs::path& directory) {
  if (name.find('/') != std::string::npos) {
    const fs::path file = fs::absolute(directory / name).lexically_normal();
    return is_executable(file) ? std::optional(file) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::absolute(fs::path(folder) / name);
    if (!folder.empty() && is_executable(file)) return file;
  }
  return std::nullopt;
}

}  // namespace mcmc::program
