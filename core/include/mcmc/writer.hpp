#pragma once

#include <Eigen/Core>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"

namespace mcmc {

/// What a column of draws holds.
enum class ColumnRole {
  log_density,  ///< `lp__`, in nats
  statistic,    ///< of the sampler; the name ends in two underscores
  parameter,    ///< on the sampling scale
  derived,      ///< worked out from the parameters, `log_likelihood` included
};

struct DrawColumn {
  /// As in the chains' files: the elements of a vector are `NAME.1`, `NAME.2` and so on, those of a
  /// matrix `NAME.1.1`, `NAME.2.1`, ... with the first index the quickest.
  std::string name;
  ColumnRole role;
};

/// A column's name in its parts.
struct ElementName {
  std::string array;                 ///< what the elements of one vector or matrix share
  std::vector<std::size_t> indices;  ///< from 1; none for a variable of its own
};
ElementName element_name(const std::string& column);

/// What one chain has drawn.
struct ChainDraws {
  std::size_t number = 0;       ///< from 1
  Eigen::MatrixXd draws;        ///< kept draws x columns; at least one row
  Eigen::MatrixXd warmup;       ///< iterations x columns; no rows unless the run keeps its warm-up
  double warmup_seconds = 0;    ///< wall clock
  double sampling_seconds = 0;  ///< wall clock
};

/// A run that has ended, whether it came to its end or was interrupted.
struct RunResults {
  std::string model;                ///< the pipeline file's name without its ending
  std::filesystem::path directory;  ///< of the run
  std::vector<DrawColumn> columns;
  /// In order of their numbers; not those without draws. One that ended early is shorter.
  std::vector<ChainDraws> chains;
  std::vector<std::string> notes;  ///< what readers of the columns must know, a sentence each
  std::uint64_t seed = 0;
  std::size_t warmup_iterations = 0;            ///< of each chain
  std::size_t thin = 1;                         ///< iterations for each kept draw
  std::string host_version;                     ///< of mcmc-host
  std::map<std::string, std::string> plugins;   ///< versions by name, of those that were used
  std::chrono::system_clock::time_point ended;  ///< when the run ended
};

/// Writes the results of a run in some format, for programs that do not read the chains' files.
///
/// It is built with the pipeline and called when the run has ended: at its end, when it was
/// interrupted, and again after each time that it was resumed. The draws are safe by then, and a
/// writer that fails takes nothing from them.
///
/// A pipeline names writers under `output:`, as in `writers: [netcdf, {type: coda, prefix: a}]`.
class Writer : public Component {
 public:
  static constexpr std::string_view kind = "writer";

  ~Writer() override;

  /// The names of all files that it may leave after a run of so many chains, in order. Plain names
  /// of files, without folders. Two writers of a pipeline that would leave the same file are
  /// refused while it is built.
  virtual std::vector<std::string> files(std::size_t chains) const = 0;

  /// Makes these files, or some of them, in `folder`, which is empty. They are moved to `export/`
  /// in the run's folder once all are there: nobody ever sees a part of one.
  /// @return what people should know, such as draws that the format cannot hold; a sentence each
  /// @throws Error io_error with the reason when a file cannot be written
  virtual std::vector<std::string> write(const RunResults& results,
                                         const std::filesystem::path& folder) const = 0;
};

/// For formats that need chains of one length: that at which the chains which reach it, cut to it,
/// give most draws. Shorter ones are then left out. @pre at least one length
Eigen::Index common_length(const std::vector<Eigen::Index>& lengths);

}  // namespace mcmc
