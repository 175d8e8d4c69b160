#include "strict_stan_csv.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

namespace mcmc::testing {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  if (text.empty() || text.back() != '\n') FAIL("the last line does not end");
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Lines cells_of(const std::string& line) {
  std::istringstream stream(line + ",");
  Lines cells;
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

bool is_comment(const std::string& line) {
  return line.starts_with('#');
}

/// The lines above the header, each with its indentation: who follows whom matters to readers.
const std::vector<std::array<const char*, 2>>& top_lines() {
  static const std::vector<std::array<const char*, 2>> lines = {
      {"# stan_version_major", "2"},
      {"# stan_version_minor", "[0-9]+"},
      {"# stan_version_patch", "[0-9]+"},
      {"# model", "[A-Za-z0-9_.-]+_model"},
      {"# start_datetime", "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} UTC"},
      {"# method", "sample"},
      {"#   sample", nullptr},
      {"#     num_samples", "[1-9][0-9]*"},
      {"#     num_warmup", "[0-9]+"},
      {"#     save_warmup", "0"},
      {"#     thin", "[1-9][0-9]*"},
      {"#     algorithm", "mcmc_host"},
      {"#       mcmc_host", nullptr},
      {"#         engine", "[a-z_]+"},
      {"#         metric", "unit_e"},
      {"# id", "[1-9][0-9]*"},
      {"# data", nullptr},
      {"#   file", "[^ ]+"},
      {"# init", "2"},
      {"# random", nullptr},
      {"#   seed", "[0-9]+"},
      {"# output", nullptr},
      {"#   file", "[^ ]+\\.csv"},
      {"#   sig_figs", "17"},
  };
  return lines;
}

std::map<std::string, std::string> read_top(const Lines& lines) {
  std::map<std::string, std::string> settings;
  const auto& expected = top_lines();
  REQUIRE(lines.size() > expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto [key, value] = expected[i];
    if (value == nullptr) {
      CHECK(lines[i] == key);
      continue;
    }
    std::smatch match;
    if (!std::regex_match(lines[i], match, std::regex(std::string(key) + " = (" + value + ") *")))
      FAIL("line " << i + 1 << " should be \"" << key << " = " << value << "\": " << lines[i]);
    settings[std::string(key).substr(std::string(key).find_first_not_of("# "))] = match[1];
  }
  return settings;
}

void check_statistics(const Lines& names) {
  REQUIRE(names.front() == "lp__");
  const auto is_statistic = [](const std::string& name) { return name.ends_with("__"); };
  const auto end = std::find_if_not(names.begin(), names.end(), is_statistic);
  CHECK(end - names.begin() <= 6);
  CHECK(std::none_of(end, names.end(), is_statistic));
}

/// Dots stand only before indices, which count from 1 and follow each other.
void check_names(const Lines& names) {
  const std::regex scalar("[A-Za-z][A-Za-z0-9_]*"),
      element("([A-Za-z][A-Za-z0-9_]*)\\.([1-9][0-9]*)");
  std::map<std::string, int> last_index;
  std::string previous;
  for (const std::string& name : names) {
    std::smatch match;
    if (std::regex_match(name, match, element)) {
      const std::string vector = match[1];
      CHECK(std::stoi(match[2]) == ++last_index[vector]);
      CHECK((last_index[vector] == 1 || previous == vector));
      previous = vector;
    } else {
      if (!std::regex_match(name, scalar)) FAIL("a reader would stumble over the name " << name);
      previous.clear();
    }
  }
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

/// A finite decimal number with all of its digits.
double number_in(const std::string& cell) {
  static const std::regex number("-?[0-9]+(\\.[0-9]+)?(e[+-][0-9]+)?");
  if (!std::regex_match(cell, number)) FAIL("not a plain number: " << cell);
  const double value = std::strtod(cell.c_str(), nullptr);
  std::array<char, 40> shown{};
  std::snprintf(shown.data(), shown.size(), "%.17g", value);
  if (cell != shown.data()) FAIL(cell << " has other digits than " << shown.data());
  return value;
}

std::vector<double> numbers_in(const std::string& line, std::size_t count) {
  const Lines cells = cells_of(line);
  if (cells.size() != count) FAIL(cells.size() << " cells instead of " << count << ": " << line);
  std::vector<double> values;
  for (const std::string& cell : cells) values.push_back(number_in(cell));
  return values;
}

/// Stan's reader takes the times from the 18th character on.
void check_trailer(const Lines& trailer) {
  REQUIRE(trailer.size() == 5);
  const std::string seconds = "[0-9]+(\\.[0-9]+)? seconds ";
  CHECK(trailer[0] == "# ");
  CHECK(std::regex_match(trailer[1], std::regex("#  Elapsed Time: " + seconds + "\\(Warm-up\\)")));
  CHECK(std::regex_match(trailer[2], std::regex("# {16}" + seconds + "\\(Sampling\\)")));
  CHECK(std::regex_match(trailer[3], std::regex("# {16}" + seconds + "\\(Total\\)")));
  CHECK(trailer[4] == "# ");
}

}  // namespace

StanCsv read_strictly(const std::string& text) {
  CHECK(std::all_of(text.begin(), text.end(),
                    [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  const Lines lines = lines_of(text);
  StanCsv file;
  file.settings = read_top(lines);
  const auto header = lines.begin() + static_cast<std::ptrdiff_t>(top_lines().size());
  file.names = cells_of(*header);
  check_statistics(file.names);
  check_names(file.names);
  auto line = header + 1;
  for (; line != lines.end() && !is_comment(*line); ++line)
    file.rows.push_back(numbers_in(*line, file.names.size()));
  check_trailer(Lines(line, lines.end()));

  const int samples = std::stoi(file.settings["num_samples"]),
            thin = std::stoi(file.settings["thin"]);
  CHECK(file.rows.size() == static_cast<std::size_t>((samples + thin - 1) / thin));
  return file;
}

std::string without_comments(const std::string& text) {
  std::string rows;
  for (const std::string& line : lines_of(text))
    if (!is_comment(line)) rows += line + "\n";
  return rows;
}

}  // namespace mcmc::testing
