#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "atomic_file.hpp"

namespace mcmc {

/// The folder that a run leaves: which files it holds and what may be replaced.
class RunDirectory {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  /// Whether a run was begun here, which can be resumed.
  bool has_run() const;
  /// That a new run may be written here. Changes nothing.
  /// @param force whether files of an earlier run may be replaced
  /// @throws Error cannot_create when it is not empty and `force` is off, or not a folder
  void require_free(bool force) const;
  /// That there is a run to resume, or nothing at all. Changes nothing.
  /// @throws Error no_input, or cannot_create when it is not a folder
  void require_run_or_nothing() const;
  /// Makes the folders that are missing. @throws Error cannot_create
  void make() const;
  /// Removes the files of an earlier run: ours only, stale chains and checkpoints too, but for the
  /// lock, which is held. @throws Error cannot_create
  void remove_our_files() const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path chain(std::size_t number) const;
  std::filesystem::path warmup_chain(std::size_t number) const;
  std::filesystem::path input_pipeline() const { return path_ / "pipeline.input.yaml"; }
  std::filesystem::path pipeline() const { return path_ / "pipeline.yaml"; }
  std::filesystem::path summary() const { return path_ / "tables" / "summary.csv"; }
  std::filesystem::path evaluations() const { return path_ / "tables" / "evaluations.csv"; }
  std::filesystem::path report() const { return path_ / "report.html"; }
  std::filesystem::path log() const { return path_ / "run.log"; }
  std::filesystem::path checkpoints() const { return path_ / "checkpoint"; }
  std::filesystem::path record() const { return checkpoints() / "run"; }
  std::filesystem::path choice() const { return checkpoints() / "choice"; }
  /// Where writers leave their files, and where they stand until they are complete.
  std::filesystem::path exports() const { return path_ / "export"; }
  std::filesystem::path unfinished_exports() const { return path_ / "export.new"; }
  /// The names of the files in `exports()` that are ours, a line each.
  std::filesystem::path export_record() const { return checkpoints() / "exports"; }
  std::set<std::string> exported() const;
  std::filesystem::path lock() const { return checkpoints() / "lock"; }

 private:
  bool has_nothing() const;
  std::vector<std::filesystem::path> our_files() const;

  std::filesystem::path path_;
};

}  // namespace mcmc
