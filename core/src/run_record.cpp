#include "run_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <fstream>
#include <vector>

#include "mcmc/build_info.hpp"
#include "mcmc/error.hpp"
#include "saved_values.hpp"
#include "written_values.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

constexpr const char* advice = "start a new run with --out or --force";

std::uint64_t checksum(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::array<char, 65536> buffer;
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~0ULL, ~0ULL, true, true> crc;
  while (input.read(buffer.data(), buffer.size()) || input.gcount() > 0)
    crc.process_bytes(buffer.data(), static_cast<std::size_t>(input.gcount()));
  return crc.checksum();
}

WrittenValues values_of(const RunRecord& record, const Registry& registry) {
  return written_values(parse_yaml(record.pipeline, "the pipeline of the run"), registry);
}

/// What people may always change when they go on with a run.
bool is_free(const std::string& place) {
  return place == "sample.draws" || place.starts_with("sample.until") ||
         place == "output.directory" || place == "output.checkpoint_interval" ||
         place.starts_with("output.writers");
}

std::string shown(std::string text) {
  constexpr std::size_t longest = 60;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

void add_versions(const RunRecord& before, const RunRecord& now, std::vector<Difference>& found) {
  if (before.host != now.host) found.push_back({"mcmc-host", before.host, now.host, false});
  for (const auto& [name, version] : now.plugins) {
    const auto old_version = before.plugins.find(name);
    if (old_version != before.plugins.end() && old_version->second != version)
      found.push_back({"plugin " + name, old_version->second, version, false});
  }
}

void add_files(const RunRecord& before, const RunRecord& now, std::vector<Difference>& found) {
  for (const auto& [path, sum] : now.files) {
    const auto old_sum = before.files.find(path);
    if (old_sum != before.files.end() && old_sum->second != sum)
      found.push_back({"contents of " + path, fmt::format("checksum {:016x}", old_sum->second),
                       fmt::format("{:016x}", sum), false});
  }
}

std::string in_words(const std::vector<Difference>& found, bool allow_changes) {
  std::string text;
  for (const Difference& difference : found)
    text += fmt::format(
        "\n  {}: was {}, is {}{}", difference.place, shown(difference.before),
        shown(difference.now),
        difference.affects_draws || allow_changes ? "" : " (--allow-changes admits this)");
  return text;
}

}  // namespace

RunRecord RunRecord::of(const Pipeline& pipeline, const Registry& registry,
                        const fs::path& directory) {
  RunRecord record;
  record.pipeline = pipeline.written(directory);
  record.host = build_info::version;
  const WrittenValues values = values_of(record, registry);
  record.plugins = values.plugins;
  for (const std::string& path : values.paths) {
    const fs::path file = (fs::absolute(directory) / path).lexically_normal();
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) record.files[path] = checksum(file);
  }
  return record;
}

RunRecord RunRecord::read(const fs::path& file) {
  const SavedValues values = SavedValues::read(file, advice);
  RunRecord record;
  record.pipeline = values.get<std::string>("pipeline");
  record.host = values.get<std::string>("host");
  for (const auto& [name, value] : values.all()) {
    if (name.starts_with("plugin/")) record.plugins[name.substr(7)] = values.get<std::string>(name);
    if (name.starts_with("file/")) record.files[name.substr(5)] = values.get<std::uint64_t>(name);
  }
  return record;
}

void RunRecord::write(const fs::path& file) const {
  SavedValues values;
  values.set("pipeline", pipeline);
  values.set("host", host);
  for (const auto& [name, version] : plugins) values.set("plugin/" + name, version);
  for (const auto& [path, sum] : files) values.set("file/" + path, sum);
  values.write(file);
}

void require_same_run(const RunRecord& before, const RunRecord& now, const Registry& registry,
                      bool allow_changes) {
  std::vector<Difference> found =
      differences(values_of(before, registry), values_of(now, registry));
  std::erase_if(found, [](const Difference& difference) { return is_free(difference.place); });
  add_versions(before, now, found);
  add_files(before, now, found);
  if (allow_changes)
    std::erase_if(found, [](const Difference& difference) { return !difference.affects_draws; });
  if (found.empty()) return;
  throw Error(
      ExitCode::bad_pipeline,
      fmt::format("this is not what the run was begun with, so it cannot be resumed:{}\nput "
                  "it back, or start a new run with --out or --force",
                  in_words(found, allow_changes)));
}

}  // namespace mcmc
