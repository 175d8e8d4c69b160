#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/options.hpp"
#include "mcmc/writer.hpp"

namespace mcmc::text_writers {

/// Writes the files of CODA: `CODAindex.txt`, with a line `name begin end` for each variable, and
/// `CODAchain1.txt` and so on, in which the lines from begin to end are `iteration value`. As in
/// BUGS and JAGS an element of a vector is `name[1]`.
///
/// All chains share the index, so they are of one length, and programs read chains until a number
/// is missing, so the files are numbered without gaps: what is cut or left out is told.
class CodaWriter final : public Writer {
 public:
  struct Options {
    std::string prefix;
    void declare(OptionTable& table);
  };
  explicit CodaWriter(const Options& options) : options_(options) {}
  ~CodaWriter() override;

  std::vector<std::string> files(std::size_t chains) const override;
  std::vector<std::string> write(const RunResults& results,
                                 const std::filesystem::path& folder) const override;

 private:
  std::string index_file() const;
  std::string chain_file(std::size_t number) const;

  Options options_;
};

}  // namespace mcmc::text_writers
