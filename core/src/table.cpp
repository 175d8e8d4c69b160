#include "mcmc/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <system_error>

#include "line_reader.hpp"
#include "mcmc/error.hpp"

namespace mcmc {
namespace {

using Cells = std::vector<std::string>;

constexpr char spaces = ' ';  // as a separator: any run of spaces and tabs
// In the order of preference when several fit equally well.
constexpr std::array separators = {'\t', ';', ',', spaces};
constexpr std::size_t sample_size = 50;

struct Line {
  std::string text;
  std::size_t number = 0;
};

std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string in_quotes(std::string_view cell) {
  constexpr std::size_t longest = 40;
  if (cell.size() <= longest) return fmt::format("\"{}\"", cell);
  return fmt::format("\"{}...\"", cell.substr(0, longest));
}

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(ExitCode::bad_data, where + ": " + what);
}

bool has_decimal_comma(std::string_view cell) {
  std::string number(cell);
  const std::size_t comma = number.find(',');
  if (comma == std::string::npos || comma + 1 == number.size()) return false;
  number[comma] = '.';
  return parse_number(number).has_value();
}

/// Also true for a decimal comma: refusing it helps more than taking it for a column name.
bool looks_like_number(std::string_view cell) {
  return parse_number(cell).has_value() || has_decimal_comma(cell);
}

/// Reads a cell in quotes that starts at `position` and moves behind it; false when it is open.
bool read_quoted_cell(std::string_view line, std::size_t& position, std::string& cell) {
  for (++position; position < line.size(); ++position) {
    if (line[position] == '"') {
      ++position;
      if (position == line.size() || line[position] != '"') return true;
    }
    cell += line[position];
  }
  return false;
}

/// The cells of a line; nothing when a quote stays open or its end is followed by text.
std::optional<Cells> split(std::string_view line, char separator, std::size_t expected_cells = 0) {
  const std::string_view blanks = separator == '\t' ? " " : " \t";
  const std::string_view stops = separator == spaces ? blanks : std::string_view(&separator, 1);
  const auto skip_blanks = [&](std::size_t from) {
    return std::min(line.find_first_not_of(blanks, from), line.size());
  };
  if (separator == spaces) line = trimmed(line);

  Cells cells;
  cells.reserve(expected_cells);
  for (std::size_t position = 0;; ++position) {
    position = skip_blanks(position);
    std::string& cell = cells.emplace_back();
    if (position < line.size() && line[position] == '"') {
      if (!read_quoted_cell(line, position, cell)) return std::nullopt;
      if (separator != spaces) position = skip_blanks(position);
    } else {
      const std::size_t end = std::min(line.find_first_of(stops, position), line.size());
      cell = trimmed(line.substr(position, end - position), blanks);
      position = end;
    }
    if (position == line.size()) return cells;
    if (stops.find(line[position]) == std::string_view::npos) return std::nullopt;
  }
}

/// 0 when the separator does not occur; else the share of lines with the usual number of cells, up
/// to doubled by the share of cells that are numbers.
double plausibility(const std::vector<Line>& lines, char separator, const TableFormat& format) {
  std::map<std::size_t, int> lines_with;
  double lines_seen = 0;
  double numbers = 0;
  double cells_seen = 0;
  for (const Line& line : lines) {
    if (lines_seen++ >= sample_size) break;
    const std::optional<Cells> cells = split(line.text, separator);
    if (!cells) continue;
    ++lines_with[cells->size()];
    cells_seen += static_cast<double>(cells->size());
    numbers += static_cast<double>(std::count_if(cells->begin(), cells->end(), [&](auto& cell) {
      return looks_like_number(cell) || is_missing(cell, format.missing);
    }));
  }
  const auto usual = std::max_element(lines_with.begin(), lines_with.end(),
                                      [](auto& a, auto& b) { return a.second < b.second; });
  if (usual == lines_with.end() || usual->first < 2) return 0;
  return usual->second / lines_seen * (1 + numbers / cells_seen);
}

char find_separator(const std::vector<Line>& lines, const TableFormat& format) {
  const std::map<std::string, char> known = {
      {"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"spaces", spaces}};
  if (const auto named = known.find(format.separator); named != known.end()) return named->second;
  if (format.separator != "auto") {
    throw Error(ExitCode::internal, "unknown separator " + in_quotes(format.separator));
  }
  char best = ',';
  double most_plausible = 0;
  for (const char separator : separators) {
    const double value = plausibility(lines, separator, format);
    if (value > most_plausible) {
      most_plausible = value;
      best = separator;
    }
  }
  return best;
}

bool is_header(const Cells& first, const TableFormat& format, const std::string& file) {
  if (format.header == "yes") return true;
  if (format.header == "no") return false;
  if (format.header != "auto") {
    throw Error(ExitCode::internal, "unknown header " + in_quotes(format.header));
  }
  const std::string* text = nullptr;
  const std::string* number = nullptr;
  for (const std::string& cell : first) {
    if (is_missing(cell, format.missing)) continue;
    (looks_like_number(cell) ? number : text) = &cell;
  }
  if (text && number) {
    refuse(file, fmt::format("the first row has text ({}) and numbers ({}), so it could be a "
                             "header or data: say `header: yes` or `header: no`",
                             in_quotes(*text), in_quotes(*number)));
  }
  return text != nullptr;
}

std::vector<Line> read_lines(const std::filesystem::path& file, const std::string& comment) {
  LineReader reader(file);
  std::vector<Line> lines;
  for (std::string text; reader.next(text);) {
    const std::string_view content = trimmed(text);
    if (content.empty()) continue;
    if (!comment.empty() && content.substr(0, comment.size()) == comment) continue;
    lines.push_back({std::move(text), reader.line_number()});
  }
  if (lines.empty()) {
    refuse(file.string(), reader.line_number() == 0 ? "the file is empty"
                                                    : "the file has only comments or blank lines");
  }
  return lines;
}

Cells split_or_refuse(const Line& line, char separator, const Table& table) {
  std::optional<Cells> cells = split(line.text, separator, table.names.size());
  if (!cells) {
    refuse(fmt::format("{}:{}", table.file, line.number),
           "a double quote stays open, or text follows where one closes");
  }
  return std::move(*cells);
}

Cells positions(std::size_t count) {
  Cells names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

Cells column_names(Cells header, const std::string& file) {
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].empty()) header[i] = std::to_string(i + 1);
    const auto [first, is_new] = seen.emplace(header[i], i);
    if (!is_new) {
      refuse(file, fmt::format("columns {} and {} have the same name {}: rename one",
                               first->second + 1, i + 1, in_quotes(header[i])));
    }
  }
  return header;
}

[[noreturn]] void refuse_ragged(const Table& table, const Line& line, std::size_t count) {
  const std::size_t row = table.rows.size() + 1;
  const bool row_names = table.has_header && row == 1 && count == table.names.size() + 1;
  refuse(fmt::format("{}:{}: row {}", table.file, line.number, row),
         fmt::format("{} cells, but {} has {}{}", count, table.has_header ? "the header" : "row 1",
                     table.names.size(),
                     row_names ? " (does the column of row names lack a name?)" : ""));
}

}  // namespace

std::optional<std::size_t> Table::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

Table read_table(const std::filesystem::path& file, const TableFormat& format) {
  const std::vector<Line> lines = read_lines(file, format.comment);
  const char separator = find_separator(lines, format);

  Table table;
  table.file = file.string();
  Cells first = split_or_refuse(lines.front(), separator, table);
  table.has_header = is_header(first, format, table.file);
  table.names =
      table.has_header ? column_names(std::move(first), table.file) : positions(first.size());

  const std::size_t header_lines = table.has_header ? 1 : 0;
  table.rows.reserve(lines.size() - header_lines);
  for (std::size_t i = header_lines; i < lines.size(); ++i) {
    Cells cells = split_or_refuse(lines[i], separator, table);
    if (cells.size() != table.names.size()) refuse_ragged(table, lines[i], cells.size());
    table.rows.push_back(std::move(cells));
  }
  if (table.rows.empty()) refuse(table.file, "there is a header, but no rows below it");
  return table;
}

std::optional<double> parse_number(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (problem != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

bool is_missing(std::string_view cell, const std::vector<std::string>& markers) {
  if (cell.empty() || cell == "NA" || cell == "?" || cell == ".") return true;
  const std::optional<double> number = parse_number(cell);
  if (number && std::isnan(*number)) return true;
  return std::any_of(markers.begin(), markers.end(), [&](const std::string& marker) {
    return cell == marker || (number && number == parse_number(marker));
  });
}

std::string not_a_number(std::string_view cell) {
  if (has_decimal_comma(cell)) {
    return in_quotes(cell) + " is not a number (write decimals with a point)";
  }
  const std::string_view digits = trimmed(cell, "+-0123456789.eE");
  const bool has_digit = cell.find_first_of("0123456789") != std::string_view::npos;
  double value = 0;
  const auto problem = std::from_chars(cell.data(), cell.data() + cell.size(), value).ec;
  if (digits.empty() && has_digit && problem == std::errc::result_out_of_range) {
    return in_quotes(cell) + " is beyond the range of a double";
  }
  return in_quotes(cell) + " is not a number";
}

}  // namespace mcmc
