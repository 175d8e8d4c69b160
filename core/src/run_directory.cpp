#include "run_directory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <system_error>
#include <vector>

#include "mcmc/error.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw Error(ExitCode::cannot_create,
              fmt::format("cannot use the output directory {}: {}", path.string(), reason));
}

/// "chain-12", with what comes before and after the number.
bool is_chain_file(const fs::path& file, std::string_view suffix) {
  std::string name = file.filename().string();
  const std::string_view prefix = "chain-", temporary = ".new";
  if (name.ends_with(temporary)) name.resize(name.size() - temporary.size());
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

bool RunDirectory::has_run() const {
  std::error_code ignored;
  return fs::exists(record(), ignored);
}

/// A process that was killed at once leaves its folders, its lock and no more.
bool RunDirectory::has_nothing() const {
  std::error_code problem;
  const fs::file_status status = fs::status(path_, problem);
  if (!fs::exists(status)) return true;
  if (!fs::is_directory(status)) refuse(path_, "it is a file");
  const std::vector<fs::path> begun{checkpoints(),    lock(),   temporary_beside(record()),
                                    path_ / "tables", choice(), temporary_beside(choice())};
  fs::recursive_directory_iterator entry(path_, problem), end;
  for (; !problem && entry != end; entry.increment(problem))
    if (std::find(begun.begin(), begun.end(), entry->path()) == begun.end()) return false;
  if (problem) refuse(path_, problem.message());
  return true;
}

void RunDirectory::require_free(bool force) const {
  if (has_nothing() || force) return;
  refuse(
      path_,
      fmt::format("it is not empty; name another with --out, or give --force to replace the files "
                  "of an earlier run{}",
                  has_run() ? ", or --resume to go on with it" : ""));
}

void RunDirectory::require_run_or_nothing() const {
  if (has_nothing() || has_run()) return;
  throw Error(
      ExitCode::no_input,
      fmt::format("cannot resume in {}: there is no {}, which every run writes at its start; "
                  "name the folder of a run with --out, or start a new one",
                  path_.string(), record().string()));
}

void RunDirectory::make() const {
  make_folder(path_);
  if (access(path_.c_str(), W_OK) != 0) refuse(path_, "it cannot be written to");
  make_folder(path_ / "tables");
  make_folder(checkpoints());
}

std::vector<fs::path> RunDirectory::our_files() const {
  std::vector<fs::path> ours;
  for (const std::string& name : exported()) ours.push_back(exports() / name);
  for (const fs::path& file :
       {input_pipeline(), pipeline(), summary(), evaluations(), report(), log(), record(), choice(),
        checkpoints() / "barrier", export_record()}) {
    ours.push_back(file);
    ours.push_back(temporary_beside(file));
  }
  const auto add_chains = [&](const fs::path& folder, std::string_view suffix) {
    std::error_code problem;
    for (fs::directory_iterator it(folder, problem), end; !problem && it != end;
         it.increment(problem))
      if (is_chain_file(it->path(), suffix)) ours.push_back(it->path());
  };
  add_chains(path_, ".csv");
  add_chains(path_ / "warmup", ".csv");
  add_chains(checkpoints(), "");
  return ours;
}

std::set<std::string> RunDirectory::exported() const {
  std::set<std::string> names;
  std::ifstream file(export_record());
  for (std::string name; std::getline(file, name);)
    if (!name.empty() && name.find('/') == std::string::npos) names.insert(name);
  return names;
}

void RunDirectory::remove_our_files() const {
  std::error_code unfinished;
  fs::remove_all(unfinished_exports(), unfinished);
  if (unfinished) refuse(path_, fmt::format("export.new: {}", unfinished.message()));
  for (const fs::path& file : our_files()) {
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

}  // namespace mcmc
