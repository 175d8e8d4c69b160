#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "mcmc/error.hpp"

namespace mcmc::fuzz {

/// A file of this process, in memory where the system offers that.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_(folder() / ("mcmc-fuzz-" + std::to_string(getpid()) + "-" + name)) {}
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::filesystem::path& holding(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    return path_;
  }

 private:
  static std::filesystem::path folder() {
    return std::filesystem::is_directory("/dev/shm") ? std::filesystem::path("/dev/shm")
                                                     : std::filesystem::temp_directory_path();
  }
  std::filesystem::path path_;
};

inline std::string_view bytes(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Whatever is wrong with a file is one error that a user can act on: anything else crashes.
template <class Read>
void require_answer(Read read) {
  try {
    read();
  } catch (const Error& error) {
    const bool is_about_input = error.code() == ExitCode::bad_data ||
                                error.code() == ExitCode::no_input ||
                                error.code() == ExitCode::bad_pipeline;
    if (!is_about_input || std::string_view(error.what()).empty()) std::abort();
  }
}

}  // namespace mcmc::fuzz
