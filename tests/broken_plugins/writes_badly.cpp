#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/options.hpp"
#include "mcmc/plugin.hpp"
#include "mcmc/writer.hpp"

namespace {

class WritesBadly final : public mcmc::Writer {
 public:
  struct Options {
    std::string with = "an error";
    std::string file = "half.txt";
    void declare(mcmc::OptionTable& table) {
      table.add("with", with)
          .one_of({"an error", "words", "a number", "another file", "nothing"})
          .doc("How it fails");
      table.add("file", file).doc("Name of the file");
    }
  };
  explicit WritesBadly(const Options& options) : options_(options) {}

  std::vector<std::string> files(std::size_t) const override { return {options_.file}; }
  std::vector<std::string> write(const mcmc::RunResults&,
                                 const std::filesystem::path& folder) const override {
    std::ofstream(folder / options_.file) << "half of it";
    if (options_.with == "an error")
      throw mcmc::Error(mcmc::ExitCode::io_error, "cannot write half.txt: the ink is dry");
    if (options_.with == "words") throw std::runtime_error("no pen");
    if (options_.with == "a number") throw 42;
    if (options_.with == "another file") std::ofstream(folder / "other.txt") << "more";
    return {"half of it is there"};
  }

 private:
  Options options_;
};

}  // namespace

MCMC_PLUGIN("writes_badly", "1.0.0") {
  registration.add<WritesBadly>("fails.to_write", "Fails when the run has ended");
}
