#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace mcmc {

/// The folder that a run leaves: which files it holds and what may be replaced.
class RunDirectory {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  /// Makes the folder ready for a new run: creates it, or with `force` removes the files of an
  /// earlier run (ours only, stale chains too).
  /// @throws Error cannot_create when it is not empty and `force` is off, or cannot be made
  void prepare(bool force) const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path chain(std::size_t number) const;
  std::filesystem::path warmup_chain(std::size_t number) const;
  std::filesystem::path input_pipeline() const { return path_ / "pipeline.input.yaml"; }
  std::filesystem::path pipeline() const { return path_ / "pipeline.yaml"; }
  std::filesystem::path summary() const { return path_ / "tables" / "summary.csv"; }
  std::filesystem::path evaluations() const { return path_ / "tables" / "evaluations.csv"; }
  std::filesystem::path report() const { return path_ / "report.html"; }
  std::filesystem::path log() const { return path_ / "run.log"; }

 private:
  void remove_our_files() const;

  std::filesystem::path path_;
};

/// Writes a whole file. @throws Error io_error with the system's reason
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace mcmc
