#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// How a file of rows and columns is written.
struct TableFormat {
  std::string header = "auto";       ///< "auto", "yes" or "no"
  std::string separator = "auto";    ///< "auto", "comma", "semicolon", "tab" or "spaces"
  std::string comment = "#";         ///< what starts a comment line; empty for none
  std::vector<std::string> missing;  ///< what means a missing value, as for `is_missing`
};

/// The cells of a data file as text, without quotes and surrounding blanks, one row per data row.
/// Rows count from 1 in messages; comments, blank lines and the header are not counted.
struct Table {
  std::string file;  ///< for messages
  bool has_header = false;
  std::vector<std::string> names;  ///< the position, "1", "2", ..., where the file gives none
  std::vector<std::vector<std::string>> rows;  ///< each of names.size() cells

  std::optional<std::size_t> find(std::string_view name) const;
};

/// Reads a text file, gzipped or plain (told by its content), whatever ends its lines, with or
/// without a byte order mark and a newline at its end. Cells in double quotes may hold separators,
/// and quotes when doubled.
///
/// header: auto. A first row of text is a header and one of numbers is not; one that mixes both is
/// refused, since either reading could lose a row or gain one without anybody noticing.
///
/// separator: auto. The one that gives the first rows the same number of cells, most of which are
/// numbers; spaces only where none of the others fits.
///
/// @throws Error: no_input for a file that cannot be read; bad_data (with the row where there is
///         one) for no rows, ragged rows, an open quote, a column name that occurs twice, a line
///         above 16 MiB, content that is not text, or a damaged gzip file
Table read_table(const std::filesystem::path& file, const TableFormat& format);

/// The number in a cell, in the C locale, with an optional sign; NaN and infinities included.
/// Nothing for text, an empty cell, or a number beyond the range of a double.
std::optional<double> parse_number(std::string_view cell);

/// Whether a cell stands for a missing value: it is empty, `NA`, `NaN`, `?` or `.`, or it equals
/// one of `markers` as text or as a number (-99.990 equals -99.99).
bool is_missing(std::string_view cell, const std::vector<std::string>& markers = {});

/// For messages about a cell in which `parse_number` finds nothing: `"1,5" is not a number (write
/// decimals with a point)`.
std::string not_a_number(std::string_view cell);

}  // namespace mcmc
