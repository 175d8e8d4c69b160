#include "stan_csv.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <iterator>

namespace mcmc {
namespace {

std::string top_of_file(const StanCsvHeader& header) {
  const auto now = fmt::gmtime(std::time(nullptr));
  return fmt::format(
      "# stan_version_major = 2\n"
      "# stan_version_minor = 36\n"
      "# stan_version_patch = 0\n"
      "# model = {}\n"
      "# start_datetime = {:%Y-%m-%d %H:%M:%S} UTC\n"
      "# method = sample\n"
      "#   sample\n"
      "#     num_samples = {}\n"
      "#     num_warmup = {}\n"
      "#     save_warmup = 0\n"
      "#     thin = {}\n"
      "#     algorithm = mcmc_host\n"
      "#       mcmc_host\n"
      "#         engine = {}\n"
      "#         metric = unit_e\n"
      "# id = {}\n"
      "# data\n"
      "#   file = {}\n"
      "# init = 2\n"
      "# random\n"
      "#   seed = {}\n"
      "# output\n"
      "#   file = {}\n"
      "#   sig_figs = 17\n",
      header.model, now, header.num_samples, header.num_warmup, header.thin, header.engine,
      header.chain, header.pipeline_file, header.seed, header.file);
}

}  // namespace

StanCsvWriter::StanCsvWriter(const std::filesystem::path& file, const StanCsvHeader& header,
                             const Chain& chain)
    : output_(file), chain_(&chain) {
  const DrawColumns columns(chain.target());
  output_.write(top_of_file(header));
  for (const std::string& note : columns.notes()) output_.write(fmt::format("# note = {}\n", note));
  output_.write(fmt::format("{}\n", fmt::join(columns.names(), ",")));
  output_.flush();
}

StanCsvWriter::~StanCsvWriter() = default;

void StanCsvWriter::write(const Eigen::VectorXd& row) {
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{:.17g}\n", fmt::join(row.begin(), row.end(), ","));
  output_.write(line_);
  output_.flush_now_and_then();
}

void StanCsvWriter::finish() {
  const double warmup = chain_->warmup_seconds(), sampling = chain_->sampling_seconds();
  output_.write(
      fmt::format("# \n"
                  "#  Elapsed Time: {:.3f} seconds (Warm-up)\n"
                  "#                {:.3f} seconds (Sampling)\n"
                  "#                {:.3f} seconds (Total)\n"
                  "# \n",
                  warmup, sampling, warmup + sampling));
  output_.close();
}

}  // namespace mcmc
