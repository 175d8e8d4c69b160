#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "chain.hpp"
#include "output_file.hpp"
#include "stan_csv_top.hpp"

namespace mcmc {

/// What the comments at the top of a draw file say.
struct StanCsvHeader {
  std::string model;
  std::string engine;
  std::string pipeline_file;
  std::string file;
  std::size_t chain = 0;
  std::uint64_t seed = 0;
  std::size_t num_samples = 0;  ///< iterations, of which every `thin`-th is kept
  std::size_t num_warmup = 0;
  std::size_t thin = 1;
};

/// Writes one chain in the layout of CmdStan's CSV files, which its many readers parse by position
/// as much as by name: the number of rows at the top is that of the rows below, no comment between
/// header and first row, numbers without infinities, and timings at the end, at fixed columns.
class StanCsvWriter final : public DrawSink {
 public:
  /// Makes the file anew.
  StanCsvWriter(const std::filesystem::path& file, const StanCsvHeader& header, const Chain& chain);
  /// Goes on with a file: what comes after the kept rows goes, and the number of rows at the top
  /// becomes the header's. @pre `require_rows` has found them
  StanCsvWriter(const std::filesystem::path& file, const StanCsvHeader& header, const Chain& chain,
                const KeptRows& kept);
  ~StanCsvWriter() override;

  void write(const Eigen::VectorXd& row) override;
  std::uint64_t secure() override;
  /// Adds the timings and closes the file. @throws Error io_error
  void finish() override;

 private:
  void correct_announcement();

  StanCsvTop top_;

  OutputFile output_;
  const Chain* chain_;
  std::string line_;
  std::size_t num_samples_;
  std::size_t thin_;
  std::size_t rows_ = 0;
};

}  // namespace mcmc
