#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"

namespace mcmc {

/// What a run is begun with, and must be resumed with: the pipeline with every default filled in,
/// the versions of the program and of its plugins, and checksums of the files that the pipeline
/// names.
struct RunRecord {
  std::string pipeline;
  std::string host;
  std::map<std::string, std::string> plugins;  ///< versions by name
  std::map<std::string, std::uint64_t> files;  ///< checksums by path, as the pipeline says it

  static RunRecord of(const Pipeline& pipeline, const Registry& registry,
                      const std::filesystem::path& directory);
  /// @throws Error no_input, bad_data
  static RunRecord read(const std::filesystem::path& file);
  /// @throws Error io_error
  void write(const std::filesystem::path& file) const;
};

/// That a run may go on as `now`. The number of draws and what stands under `output:` but for
/// `keep_warmup` may always change. With `allow_changes` versions, files and options may that have
/// no effect on draws.
/// @throws Error bad_pipeline with all differences
void require_same_run(const RunRecord& before, const RunRecord& now, const Registry& registry,
                      bool allow_changes);

}  // namespace mcmc
