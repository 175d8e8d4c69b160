#include "netcdf_writer.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "array_layout.hpp"
#include "netcdf_file.hpp"

namespace mcmc::netcdf {
namespace {

/// Some rows of some chains, all of one length.
struct Block {
  std::vector<long long> chains;  ///< from 0
  std::vector<const Eigen::MatrixXd*> rows;
  std::size_t length = 0;
};

/// @param rows of a chain, of which chains without any are left out
Block block_of(const RunResults& results, Eigen::MatrixXd ChainDraws::*rows,
               const std::string& what, std::vector<std::string>& notes) {
  std::vector<Eigen::Index> lengths;
  for (const ChainDraws& chain : results.chains)
    if ((chain.*rows).rows() > 0) lengths.push_back((chain.*rows).rows());
  Block block;
  if (lengths.empty()) return block;
  const Eigen::Index length = common_length(lengths);
  for (const ChainDraws& chain : results.chains) {
    if ((chain.*rows).rows() < length) continue;
    block.chains.push_back(static_cast<long long>(chain.number) - 1);
    block.rows.push_back(&(chain.*rows));
  }
  block.length = static_cast<std::size_t>(length);
  if (std::any_of(lengths.begin(), lengths.end(), [&](Eigen::Index l) { return l != length; }))
    notes.push_back(
        fmt::format("the chains have {} {}; the netCDF file has the first {} of each of {} chains",
                    fmt::join(lengths, ", "), what, length, block.chains.size()));
  return block;
}

std::string iso_8601(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}+00:00",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

double longest(const RunResults& results, double ChainDraws::*seconds) {
  double most = 0;
  for (const ChainDraws& chain : results.chains) most = std::max(most, chain.*seconds);
  return most;
}

std::string versions_of(const RunResults& results) {
  std::vector<std::string> plugins;
  for (const auto& [name, version] : results.plugins) plugins.push_back(name + " " + version);
  return fmt::format("{}", fmt::join(plugins, ", "));
}

void describe(const Group& group, const RunResults& results) {
  group.set("created_at", iso_8601(results.ended));
  group.set("inference_library", std::string("mcmc-host"));
  group.set("inference_library_version", results.host_version);
  group.set("model_name", results.model);
  group.set("plugins", versions_of(results));
  group.set("seed", std::to_string(results.seed));  // which may be above all signed numbers
  group.set("thin", static_cast<long long>(results.thin));
  group.set("tuning_steps", static_cast<long long>(results.warmup_iterations));
  group.set("tuning_time", longest(results, &ChainDraws::warmup_seconds));
  group.set("sampling_time", longest(results, &ChainDraws::sampling_seconds));
  if (!results.notes.empty()) group.set("notes", fmt::format("{}", fmt::join(results.notes, " ")));
}

std::vector<long long> counted_up_to(std::size_t length) {
  std::vector<long long> numbers(length);
  for (std::size_t i = 0; i < length; ++i) numbers[i] = static_cast<long long>(i);
  return numbers;
}

/// Chain by chain, draw by draw, element by element.
std::vector<double> values_of(const Array& array, const Block& block) {
  std::vector<double> values;
  values.reserve(block.rows.size() * block.length * array.columns.size());
  for (const Eigen::MatrixXd* rows : block.rows)
    for (std::size_t draw = 0; draw < block.length; ++draw)
      for (const Eigen::Index column : array.columns)
        values.push_back((*rows)(static_cast<Eigen::Index>(draw), column));
  return values;
}

/// What ArviZ calls a statistic of Stan's.
std::string name_of_statistic(const std::string& column) {
  if (column == "lp__") return "lp";
  if (column == "accept_stat__") return "acceptance_rate";
  return column.ends_with("__") ? column.substr(0, column.size() - 2) : column;
}

void add_group(const Group& root, const std::string& name, const RunResults& results,
               const Block& block, const std::vector<Array>& arrays, int compression) {
  const Group group = root.add_group(name);
  describe(group, results);
  const int chain = group.add_dimension("chain", block.chains.size());
  const int draw = group.add_dimension("draw", block.length);
  group.add("chain", {chain}, block.chains);
  group.add("draw", {draw}, counted_up_to(block.length));
  for (const Array& array : arrays) {
    std::vector<int> dimensions{chain, draw};
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
      const std::string dimension = fmt::format("{}_dim_{}", array.name, i);
      dimensions.push_back(group.add_dimension(dimension, array.shape[i]));
      group.add(dimension, {dimensions.back()}, counted_up_to(array.shape[i]));
    }
    group.add(array.name, dimensions, values_of(array, block), compression);
  }
}

std::vector<Array> quantities_of(const RunResults& results) {
  return arrays_of(results.columns, [](const DrawColumn& column) {
    return column.role == ColumnRole::parameter || column.role == ColumnRole::derived;
  });
}

std::vector<Array> statistics_of(const RunResults& results) {
  std::vector<Array> arrays = arrays_of(results.columns, [](const DrawColumn& column) {
    return column.role == ColumnRole::log_density || column.role == ColumnRole::statistic;
  });
  for (Array& array : arrays) array.name = name_of_statistic(array.name);
  return arrays;
}

}  // namespace

NetcdfWriter::~NetcdfWriter() = default;

void NetcdfWriter::Options::declare(OptionTable& table) {
  table.add("file", file).doc("Name of the file");
  table.add("compression", compression)
      .at_least(0)
      .at_most(9)
      .doc("Level of compression, from 0 (none) to 9 (slowest)");
}

std::vector<std::string> NetcdfWriter::files(std::size_t) const {
  return {options_.file};
}

std::vector<std::string> NetcdfWriter::write(const RunResults& results,
                                             const std::filesystem::path& folder) const {
  std::vector<std::string> notes;
  const Block draws = block_of(results, &ChainDraws::draws, "draws", notes);
  const Block warmup = block_of(results, &ChainDraws::warmup, "warm-up draws", notes);
  const std::vector<Array> quantities = quantities_of(results), statistics = statistics_of(results);
  File file(folder / options_.file);
  describe(file.root(), results);
  const auto add = [&](const std::string& prefix, const Block& block) {
    if (block.length == 0) return;
    add_group(file.root(), prefix + "posterior", results, block, quantities, options_.compression);
    add_group(file.root(), prefix + "sample_stats", results, block, statistics,
              options_.compression);
  };
  add("", draws);
  add("warmup_", warmup);
  file.close();
  return notes;
}

}  // namespace mcmc::netcdf
