#include "run_directory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <system_error>
#include <vector>

#include "mcmc/error.hpp"
#include "output_file.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw Error(ExitCode::cannot_create,
              fmt::format("cannot use the output directory {}: {}", path.string(), reason));
}

bool is_chain_file(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::string_view prefix = "chain-", suffix = ".csv";
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return false;
  const auto digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  return !digits.empty() && std::all_of(digits.begin(), digits.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string chain_name(std::size_t number) {
  return fmt::format("chain-{}.csv", number);
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) refuse(folder, problem.message());
}

}  // namespace

void RunDirectory::prepare(bool force) const {
  std::error_code problem;
  const fs::file_status status = fs::status(path_, problem);
  if (fs::exists(status)) {
    if (!fs::is_directory(status)) refuse(path_, "it is a file");
    const bool is_empty = fs::is_empty(path_, problem);
    if (problem) refuse(path_, problem.message());
    if (!is_empty && !force)
      refuse(path_,
             "it is not empty; name another with --out, or give --force to replace the files "
             "of an earlier run");
    if (!is_empty) remove_our_files();
  }
  make_folder(path_);
  make_folder(path_ / "tables");
  if (access(path_.c_str(), W_OK) != 0) refuse(path_, "it cannot be written to");
}

void RunDirectory::remove_our_files() const {
  std::vector<fs::path> ours{input_pipeline(), pipeline(), summary(),
                             evaluations(),    report(),   log()};
  for (const fs::path& folder : {path_, path_ / "warmup"}) {
    std::error_code problem;
    for (fs::directory_iterator it(folder, problem), end; !problem && it != end;
         it.increment(problem))
      if (is_chain_file(it->path())) ours.push_back(it->path());
  }
  for (const fs::path& file : ours) {
    std::error_code problem;
    fs::remove(file, problem);
    if (problem) refuse(path_, fmt::format("{}: {}", file.filename().string(), problem.message()));
  }
}

fs::path RunDirectory::chain(std::size_t number) const {
  return path_ / chain_name(number);
}

fs::path RunDirectory::warmup_chain(std::size_t number) const {
  make_folder(path_ / "warmup");
  return path_ / "warmup" / chain_name(number);
}

void write_file(const fs::path& file, const std::string& text) {
  OutputFile output(file);
  output.write(text);
  output.close();
}

}  // namespace mcmc
