#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "mcmc/error.hpp"

namespace mcmc::testing {

/// A new directory that goes, with all that is in it, when this does.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "mcmc_host_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) FAIL("no temporary directory");
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file with exactly these bytes.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// The error that `action` throws; the test fails when it throws none.
template <class Expected = Error, class Action>
Expected error_of(const Action& action) {
  try {
    action();
  } catch (const Expected& error) {
    return error;
  }
  FAIL("nothing was thrown");
  throw 0;  // not reached: FAIL throws
}

}  // namespace mcmc::testing
