#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/options.hpp"
#include "mcmc/writer.hpp"

namespace mcmc::text_writers {

/// Writes the files of GetDist: `draws.paramnames`, with a line `name label` for each variable
/// (`name*` for a derived one), and `draws_1.txt` and so on, one for each chain, with a line
/// `weight minus_log_posterior value...` for each draw. The posterior is that of the sampling
/// scale.
class GetdistWriter final : public Writer {
 public:
  struct Options {
    std::string root = "draws";
    void declare(OptionTable& table);
  };
  explicit GetdistWriter(const Options& options) : options_(options) {}
  ~GetdistWriter() override;

  std::vector<std::string> files(std::size_t chains) const override;
  std::vector<std::string> write(const RunResults& results,
                                 const std::filesystem::path& folder) const override;

 private:
  std::string names_file() const { return options_.root + ".paramnames"; }
  std::string chain_file(std::size_t number) const;

  Options options_;
};

}  // namespace mcmc::text_writers
