#pragma once

#include <array>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace mcmc {

/// The lines of a text file, gzipped or plain, whatever ends them: LF, CRLF or CR.
class LineReader {
 public:
  /// @throws Error no_input
  explicit LineReader(const std::filesystem::path& file);

  /// Moves on to the next line; false at the end of the file.
  /// @throws Error bad_data for what is not text, a line above 16 MiB or a damaged gzip file
  bool next(std::string& line);
  /// Of the line last read, from 1.
  std::size_t line_number() const { return line_number_; }

 private:
  bool fill();
  std::size_t read_bytes();
  void skip_byte_order_mark();
  void append(std::string& line, const char* end);

  std::string name_;
  std::ifstream file_;
  boost::iostreams::filtering_streambuf<boost::iostreams::input> bytes_;
  std::array<char, 65536> chunk_;
  const char* position_ = nullptr;
  const char* end_ = nullptr;
  bool at_start_ = true;
  bool after_carriage_return_ = false;
  std::size_t line_number_ = 0;
};

}  // namespace mcmc
