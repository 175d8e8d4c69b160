#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/options.hpp"
#include "mcmc/writer.hpp"

namespace mcmc::netcdf {

/// Writes a netCDF-4 file with the groups, dimensions and attributes of ArviZ's InferenceData:
/// `posterior` has the parameters and derived values, `sample_stats` the log density `lp`, the
/// `acceptance_rate` and other statistics; `warmup_posterior` and `warmup_sample_stats` have those
/// of the warm-up. Every variable has the dimensions `chain` and `draw`, a vector NAME also
/// `NAME_dim_0`. Indices count from 0, as ArviZ's do: chain 0 is that of chain-1.csv.
///
/// Its chains are of one length: what is cut or left out is told.
class NetcdfWriter final : public Writer {
 public:
  struct Options {
    std::string file = "draws.nc";
    int compression = 0;
    void declare(OptionTable& table);
  };
  explicit NetcdfWriter(const Options& options) : options_(options) {}
  ~NetcdfWriter() override;

  std::vector<std::string> files(std::size_t chains) const override;
  std::vector<std::string> write(const RunResults& results,
                                 const std::filesystem::path& folder) const override;

 private:
  Options options_;
};

}  // namespace mcmc::netcdf
