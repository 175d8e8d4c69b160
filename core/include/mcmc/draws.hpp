#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// The kept draws of several chains of the same variables.
struct Draws {
  std::vector<std::string> names;
  std::vector<Eigen::MatrixXd> chains;  ///< per chain: iterations x variables, in order of names
  std::vector<std::string> notices;     ///< what people should know: notes in the files, and
                                        ///< what the reader left out

  /// Of the first chain: of each, once they are of one length.
  Eigen::Index iterations() const { return chains.empty() ? 0 : chains.front().rows(); }
  Eigen::Index count() const;
  std::optional<std::size_t> find(std::string_view name) const;
  /// @throws Error bad_data, naming the nearest variable, if there is none of this name
  std::size_t require(std::string_view name) const;

  /// The draws of one variable: iterations x chains. @pre chains of one length
  Eigen::MatrixXd column(std::size_t variable) const;
  /// @throws as `require`
  Eigen::MatrixXd column(std::string_view name) const;
};

/// Reads CSV files in Stan's layout, plain or gzipped, one chain in each: lines that start with #
/// are comments wherever they stand, the first other line names the variables, each further one is
/// a draw. Numbers may be nan or inf.
///
/// Warm-up draws which the configuration in the comments announces (`save_warmup`) are skipped:
/// ceil(num_warmup / thin) of them.
///
/// @param paths files in the order of the chains, or directories. A directory stands for the files
///        `chain-*.csv` directly in it, or if it has none for all its `*.csv`, chain-2 before
///        chain-10
/// @throws Error no_input for a path that cannot be read or a directory without such files;
/// bad_data
///         with file and line for anything malformed, with both files for variables that differ,
///         and for a file without draws; usage for no paths at all
Draws read_draws(const std::vector<std::filesystem::path>& paths);

/// Makes chains of one length, as diagnostics need them, so that as many draws as possible stay:
/// leaves out chains that ended much earlier than others, cuts the rest to the shortest, and adds
/// notices that say so.
void make_equally_long(Draws& draws);

}  // namespace mcmc
