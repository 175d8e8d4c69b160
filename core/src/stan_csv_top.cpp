#include "stan_csv_top.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "atomic_file.hpp"
#include "mcmc/error.hpp"
#include "output_file.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& problem) {
  throw Error(ExitCode::bad_data,
              fmt::format("cannot go on with {}: {}; put the file back, or delete it together with "
                          "its chain's checkpoint, and the chain is drawn again",
                          file.string(), problem));
}

std::ifstream open(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw Error(ExitCode::no_input,
                fmt::format("cannot go on with {}: {}; put the file back, or delete its chain's "
                            "checkpoint, and the chain is drawn again",
                            file.string(), std::strerror(errno)));
  return input;
}

/// Hands the bytes from `begin` to `end` of a file to `take`, piece by piece.
/// @return false when the file is shorter
template <class Take>
bool read_pieces(std::istream& input, std::uint64_t begin, std::uint64_t end, Take take) {
  std::array<char, 65536> buffer;
  input.seekg(static_cast<std::streamoff>(begin));
  while (begin < end) {
    const auto size =
        static_cast<std::streamsize>(std::min<std::uint64_t>(buffer.size(), end - begin));
    if (!input.read(buffer.data(), size)) return false;
    take(std::string_view(buffer.data(), static_cast<std::size_t>(size)));
    begin += static_cast<std::uint64_t>(size);
  }
  return true;
}

/// A number that is longer than the one before moves all that comes after it.
void make_room(const fs::path& file, const StanCsvTop& old_top, const std::string& new_top,
               const KeptRows& kept) {
  const fs::path temporary = temporary_beside(file);
  {
    std::ifstream input = open(file);
    OutputFile output(temporary, OutputFile::Missing::is_io_error);
    output.write(new_top);
    const std::uint64_t begin = old_top.text.size();
    read_pieces(input, begin, begin + kept.bytes,
                [&](std::string_view piece) { output.write(piece); });
    output.secure();
    output.close();
  }
  replace_file(temporary, file);
}

}  // namespace

std::string StanCsvTop::names() const {
  const std::size_t end_of_comments = text.rfind('\n', text.size() - 2);
  return text.substr(end_of_comments + 1, text.size() - end_of_comments - 2);
}

StanCsvTop locate(std::string text) {
  StanCsvTop top;
  top.num_samples_at = text.find(StanCsvTop::num_samples_key) + StanCsvTop::num_samples_key.size();
  top.num_samples_width = text.find('\n', top.num_samples_at) - top.num_samples_at;
  top.text = std::move(text);
  return top;
}

StanCsvTop read_top(const fs::path& file) {
  std::ifstream input = open(file);
  std::string text, line;
  bool is_complete = false;
  while (!is_complete && std::getline(input, line) && !input.eof()) {
    text += line + "\n";
    is_complete = !line.starts_with('#');
  }
  if (!is_complete || text.find(StanCsvTop::num_samples_key) == std::string::npos)
    refuse(file, "its top is damaged");
  return locate(std::move(text));
}

void require_rows(const fs::path& file, const KeptRows& kept, const std::string& names) {
  const StanCsvTop top = read_top(file);
  if (top.names() != names) refuse(file, fmt::format("expected the columns {}", names));
  std::ifstream input = open(file);
  std::size_t lines = 0;
  char last = '\n';
  const std::uint64_t begin = top.text.size();
  const bool is_long_enough =
      read_pieces(input, begin, begin + kept.bytes, [&](std::string_view piece) {
        lines += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
        last = piece.back();
      });
  if (!is_long_enough || lines != kept.rows || last != '\n')
    refuse(file, fmt::format("it has changed since it was saved with {} rows in {} bytes",
                             kept.rows, kept.bytes));
}

StanCsvTop announce(const fs::path& file, std::size_t num_samples, const KeptRows& kept) {
  const StanCsvTop old_top = read_top(file);
  const std::string number = fmt::format("{:<{}}", num_samples, old_top.num_samples_width);
  std::string text = old_top.text;
  text.replace(old_top.num_samples_at, old_top.num_samples_width, number);
  if (number.size() > old_top.num_samples_width) make_room(file, old_top, text, kept);
  OutputFile output(file, text.size() + kept.bytes);
  output.overwrite(old_top.num_samples_at, number);
  output.close();
  return locate(std::move(text));
}

}  // namespace mcmc
