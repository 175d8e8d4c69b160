#include "mcmc/draws.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "line_reader.hpp"
#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"
#include "mcmc/table.hpp"
#include "mcmc/writer.hpp"
#include "trimmed.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

using Eigen::Index;
using Eigen::MatrixXd;
using Names = std::vector<std::string>;

/// What the comments above the header say about rows that are warm-up.
struct WarmupSettings {
  bool is_run = true;
  bool is_saved = false;
  std::size_t iterations = 0;
  std::size_t thin = 1;

  std::size_t rows() const {
    return is_run && is_saved ? iterations / thin + (iterations % thin > 0 ? 1 : 0) : 0;
  }
};

struct Chain {
  std::string file;
  Names names;
  Names notes;
  MatrixXd draws;
};

class ChainReader {
 public:
  explicit ChainReader(const fs::path& file) : file_(file.string()), lines_(file) {}

  Chain read() {
    for (std::string text; lines_.next(text);) {
      const std::string_view line = trimmed(text);
      if (line.empty()) continue;
      if (line.front() == '#')
        read_comment(line.substr(1));
      else if (names_.empty())
        read_header(line);
      else
        read_row(line);
    }
    if (names_.empty()) refuse_without_draws();
    MatrixXd kept = draws();
    return {std::move(file_), std::move(names_), std::move(notes_), std::move(kept)};
  }

 private:
  [[noreturn]] void refuse_without_draws() const {
    throw Error(ExitCode::bad_data,
                file_ + ": no header with the names of variables, and no draws");
  }

  MatrixXd draws() const {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto columns = static_cast<Index>(names_.size());
    return Eigen::Map<const RowMajor>(values_.data(), static_cast<Index>(values_.size()) / columns,
                                      columns);
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ExitCode::bad_data, fmt::format("{}:{}: {}", file_, lines_.line_number(), what));
  }

  void read_comment(std::string_view comment) {
    const std::size_t equals = comment.find('=');
    // Below the header, comments are reports: the configuration stands above it.
    if (equals == std::string_view::npos || !names_.empty()) return;
    const std::string_view key = trimmed(comment.substr(0, equals));
    std::string_view value = trimmed(comment.substr(equals + 1));
    if (key == "note") notes_.emplace_back(value);
    value = value.substr(0, value.find(' '));  // CmdStan adds "(Default)"
    if (key == "save_warmup") warmup_.is_saved = value == "1" || value == "true";
    if (key == "num_warmup") warmup_.iterations = read_count(key, value);
    if (key == "thin") warmup_.thin = std::max<std::size_t>(read_count(key, value), 1);
    // CmdStan runs no warm-up then, although it prints the default number.
    if (key == "algorithm") warmup_.is_run = value != "fixed_param";
  }

  std::size_t read_count(std::string_view key, std::string_view text) const {
    std::size_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size())
      refuse(fmt::format("{} is \"{}\", expected a whole number", key, text));
    return count;
  }

  template <class Use>
  static void for_each_cell(std::string_view line, Use use) {
    for (;;) {
      const std::size_t comma = line.find(',');
      use(trimmed(line.substr(0, comma)));
      if (comma == std::string_view::npos) return;
      line.remove_prefix(comma + 1);
    }
  }

  void read_header(std::string_view line) {
    std::set<std::string_view> seen;
    for_each_cell(line, [&](std::string_view name) {
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
        name = name.substr(1, name.size() - 2);
      if (name.empty()) refuse(fmt::format("column {} has no name", names_.size() + 1));
      if (parse_number(name))
        refuse(fmt::format("expected a header with variable names, found the number {}", name));
      if (!seen.insert(name).second) refuse(fmt::format("two columns are called \"{}\"", name));
      names_.emplace_back(name);
    });
  }

  void read_row(std::string_view line) {
    const bool is_warmup = rows_ < warmup_.rows();
    std::size_t cells = 0;
    for_each_cell(line, [&](std::string_view cell) {
      if (cells++ >= names_.size()) return;
      const std::optional<double> value = parse_number(cell);
      if (!value) refuse(fmt::format("{}: {}", names_[cells - 1], not_a_number(cell)));
      if (!is_warmup) values_.push_back(*value);
    });
    if (cells != names_.size())
      refuse(fmt::format("expected {} cells as in the header, found {}", names_.size(), cells));
    ++rows_;
  }

  std::string file_;
  LineReader lines_;
  WarmupSettings warmup_;
  Names names_;
  Names notes_;
  std::size_t rows_ = 0;
  std::vector<double> values_;  // row by row, warm-up left out
};

bool is_chain_file(const fs::path& file) {
  return file.filename().string().starts_with("chain-");
}

std::vector<fs::path> chain_files_in(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code problem, ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, problem))
    if (entry.path().extension() == ".csv" && !entry.is_directory(ignored))
      files.push_back(entry.path());
  if (problem)
    throw Error(ExitCode::no_input,
                fmt::format("cannot read {}: {}", directory.string(), problem.message()));
  if (std::any_of(files.begin(), files.end(), is_chain_file))
    std::erase_if(files, std::not_fn(is_chain_file));
  if (files.empty())
    throw Error(ExitCode::no_input,
                fmt::format("{}: no chain-*.csv and no other *.csv directly in this directory",
                            directory.string()));
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return ::strverscmp(a.c_str(), b.c_str()) < 0;
  });
  return files;
}

std::vector<fs::path> chain_files(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    for (fs::path& file : chain_files_in(path)) files.push_back(std::move(file));
  }
  return files;
}

void refuse_different_names(const Chain& first, const Chain& other) {
  const Names& expected = first.names;
  const Names& found = other.names;
  if (expected == found) return;
  std::string difference =
      fmt::format("they have {} and {} columns", expected.size(), found.size());
  if (expected.size() == found.size()) {
    const auto [a, b] = std::mismatch(expected.begin(), expected.end(), found.begin());
    difference = fmt::format("column {} is \"{}\" and \"{}\"", a - expected.begin() + 1, *a, *b);
  }
  throw Error(ExitCode::bad_data,
              fmt::format("{} and {} are not chains of one run: {}. Summarise them one by one",
                          first.file, other.file, difference));
}

}  // namespace

std::optional<std::size_t> Draws::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

Index Draws::count() const {
  Index count = 0;
  for (const MatrixXd& chain : chains) count += chain.rows();
  return count;
}

MatrixXd Draws::column(std::size_t variable) const {
  MatrixXd values(iterations(), static_cast<Index>(chains.size()));
  for (std::size_t chain = 0; chain < chains.size(); ++chain)
    values.col(static_cast<Index>(chain)) = chains[chain].col(static_cast<Index>(variable));
  return values;
}

MatrixXd Draws::column(std::string_view name) const {
  return column(require(name));
}

std::size_t Draws::require(std::string_view name) const {
  if (const std::optional<std::size_t> variable = find(name)) return *variable;
  throw Error(ExitCode::bad_data,
              fmt::format("the draws have no variable \"{}\"{}", name, did_you_mean(name, names)));
}

Draws read_draws(const std::vector<fs::path>& paths) {
  if (paths.empty()) throw Error(ExitCode::usage, "name a run's directory or CSV files of draws");
  std::vector<Chain> chains;
  for (const fs::path& file : chain_files(paths)) {
    chains.push_back(ChainReader(file).read());
    refuse_different_names(chains.front(), chains.back());
  }
  Draws draws;
  draws.names = std::move(chains.front().names);
  draws.notices = std::move(chains.front().notes);
  for (Chain& chain : chains) {
    if (chain.draws.rows() > 0)
      draws.chains.push_back(std::move(chain.draws));
    else
      draws.notices.push_back(chain.file + " has no draws and is left out");
  }
  if (draws.chains.empty())
    throw Error(ExitCode::bad_data,
                chains.front().file + ": no draws, or none that are not warm-up");
  return draws;
}

Eigen::Index common_length(const std::vector<Index>& lengths) {
  const auto draws_at = [&](Index length) {
    return length * std::count_if(lengths.begin(), lengths.end(),
                                  [&](Index other) { return other >= length; });
  };
  return *std::max_element(lengths.begin(), lengths.end(), [&](Index a, Index b) {
    return std::pair(draws_at(a), -a) < std::pair(draws_at(b), -b);
  });
}

void make_equally_long(Draws& draws) {
  std::vector<Index> lengths;
  for (const MatrixXd& chain : draws.chains) lengths.push_back(chain.rows());
  if (std::adjacent_find(lengths.begin(), lengths.end(), std::not_equal_to<>()) == lengths.end())
    return;
  const Index length = common_length(lengths);
  const std::size_t left_out =
      std::erase_if(draws.chains, [&](const MatrixXd& chain) { return chain.rows() < length; });
  for (MatrixXd& chain : draws.chains) chain.conservativeResize(length, Eigen::NoChange);
  const std::string used = fmt::format("the first {} of each are used", length);
  draws.notices.push_back(
      fmt::format("the chains have {} draws: {}", fmt::join(lengths, ", "),
                  left_out == 0 ? "only " + used
                                : fmt::format("{} that ended early {} left out, and {}", left_out,
                                              left_out == 1 ? "is" : "are", used)));
}

}  // namespace mcmc
