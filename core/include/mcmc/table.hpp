#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// How a file of rows and columns is written.
struct TableFormat {
  std::string header = "auto";     ///< "auto", "yes" or "no"
  std::string separator = "auto";  ///< "auto", "comma", "semicolon", "tab" or "spaces"
  std::string comment = "#";       ///< what starts a comment line; empty for none
};

/// The cells of a data file as text, one row per data row. Rows count from 1 in messages, comments,
/// blank lines and the header not counted.
struct Table {
  std::string file;                             ///< for messages
  std::vector<std::string> names;               ///< "1", "2", ... in a file without a header
  std::vector<std::vector<std::string>> rows;   ///< all of names.size() cells

  std::optional<std::size_t> find(std::string_view name) const;
};

/// Reads a text file, gzipped or plain (told by its content), with or without header, byte order
/// mark, CRLF or a newline at its end.
/// @throws Error: no_input for a file that cannot be read; bad_data (with the row) for ragged rows,
///         no rows, binary content or a column name that occurs twice
Table read_table(const std::filesystem::path& file, const TableFormat& format);

/// The number in a cell, written in the C locale; nothing for text, an empty cell, or one that
/// overflows. NaN and infinities are returned as such.
std::optional<double> parse_number(std::string_view cell);

}  // namespace mcmc
