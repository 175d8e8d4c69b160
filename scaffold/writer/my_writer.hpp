#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/options.hpp"
#include "mcmc/writer.hpp"

/// Writes the draws of all chains to one table. The first two columns are the chain and the draw,
/// which count from 1.
class MyWriter final : public mcmc::Writer {
 public:
  struct Options {
    std::string file = "my_writer.txt";
    std::string separator = "\t";
    void declare(mcmc::OptionTable& table) {
      table.add("file", file).doc("Name of the file");
      table.add("separator", separator).doc("What stands between two columns");
    }
  };
  explicit MyWriter(const Options& options) : options_(options) {}

  std::vector<std::string> files(std::size_t) const override { return {options_.file}; }

  std::vector<std::string> write(const mcmc::RunResults& results,
                                 const std::filesystem::path& folder) const override {
    std::ofstream file(folder / options_.file);
    file.precision(std::numeric_limits<double>::max_digits10);
    file << "chain" << options_.separator << "draw";
    for (const mcmc::DrawColumn& column : results.columns)
      file << options_.separator << column.name;
    file << '\n';
    for (const mcmc::ChainDraws& chain : results.chains)
      for (Eigen::Index draw = 0; draw < chain.draws.rows(); ++draw) {
        file << chain.number << options_.separator << draw + 1;
        for (const double value : chain.draws.row(draw)) file << options_.separator << value;
        file << '\n';
      }
    file.close();
    if (!file)
      throw mcmc::Error(mcmc::ExitCode::io_error,
                        "cannot write " + options_.file + ": " + std::strerror(errno));
    return {};
  }

 private:
  Options options_;
};
