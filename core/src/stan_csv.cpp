#include "stan_csv.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <iterator>
#include <string_view>

namespace mcmc {
namespace {

std::string comments_of(const StanCsvHeader& header) {
  const auto now = fmt::gmtime(std::time(nullptr));
  return fmt::format(
      "# stan_version_major = 2\n"
      "# stan_version_minor = 36\n"
      "# stan_version_patch = 0\n"
      "# model = {}\n"
      "# start_datetime = {:%Y-%m-%d %H:%M:%S} UTC\n"
      "# method = sample\n"
      "#   sample\n"
      "{}{}\n"
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
      header.model, now, StanCsvTop::num_samples_key, header.num_samples, header.num_warmup,
      header.thin, header.engine, header.chain, header.pipeline_file, header.seed, header.file);
}

std::string top_of_file(const StanCsvHeader& header, const DrawColumns& columns) {
  std::string top = comments_of(header);
  for (const std::string& note : columns.notes()) top += fmt::format("# note = {}\n", note);
  return top + fmt::format("{}\n", fmt::join(columns.names(), ","));
}

}  // namespace

StanCsvWriter::StanCsvWriter(const std::filesystem::path& file, const StanCsvHeader& header,
                             const Chain& chain)
    : top_(locate(top_of_file(header, DrawColumns(chain.target())))),
      output_(file),
      chain_(&chain),
      num_samples_(header.num_samples),
      thin_(header.thin) {
  output_.write(top_.text);
  output_.flush();
}

StanCsvWriter::StanCsvWriter(const std::filesystem::path& file, const StanCsvHeader& header,
                             const Chain& chain, const KeptRows& kept)
    : top_(announce(file, header.num_samples, kept)),
      output_(file, top_.text.size() + kept.bytes),
      chain_(&chain),
      num_samples_(header.num_samples),
      thin_(header.thin),
      rows_(kept.rows) {}

StanCsvWriter::~StanCsvWriter() = default;

void StanCsvWriter::write(const Eigen::VectorXd& row) {
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{:.17g}\n", fmt::join(row.begin(), row.end(), ","));
  output_.write(line_);
  output_.flush_now_and_then();
  ++rows_;
}

std::uint64_t StanCsvWriter::secure() {
  return output_.secure() - top_.text.size();
}

/// The top announced more rows when the chain was stopped early.
void StanCsvWriter::correct_announcement() {
  if (rows_ * thin_ < num_samples_)
    output_.overwrite(top_.num_samples_at,
                      fmt::format("{:<{}}", rows_ * thin_, top_.num_samples_width));
}

void StanCsvWriter::finish() {
  correct_announcement();
  const double warmup = chain_->warmup_seconds(), sampling = chain_->sampling_seconds();
  output_.write(
      fmt::format("# \n"
                  "#  Elapsed Time: {:.3f} seconds (Warm-up)\n"
                  "#                {:.3f} seconds (Sampling)\n"
                  "#                {:.3f} seconds (Total)\n"
                  "# \n",
                  warmup, sampling, warmup + sampling));
  output_.secure();
  output_.close();
}

}  // namespace mcmc
