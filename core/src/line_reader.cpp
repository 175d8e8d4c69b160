#include "line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/iostreams/filter/gzip.hpp>
#include <cerrno>
#include <ios>
#include <string_view>
#include <system_error>

#include "mcmc/error.hpp"

namespace mcmc {
namespace {

constexpr std::size_t longest_line = std::size_t{16} << 20;
constexpr int gzip_first_byte = 0x1f;  // no text starts with this control character

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && byte != '\t' && !is_line_end(c);
}

std::ifstream open(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::no_input, fmt::format("cannot read {}: {}", file.string(), why));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) refuse("it is a directory");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(std::generic_category().message(errno));
  return stream;
}

}  // namespace

LineReader::LineReader(const std::filesystem::path& file)
    : name_(file.string()), file_(open(file)) {
  if (file_.peek() == gzip_first_byte) bytes_.push(boost::iostreams::gzip_decompressor());
  bytes_.push(file_);
}

bool LineReader::next(std::string& line) {
  line.clear();
  if (position_ == end_ && !fill()) return false;
  ++line_number_;
  do {
    const char* const line_end = std::find_if(position_, end_, is_line_end);
    append(line, line_end);
    if (line_end != end_) {
      after_carriage_return_ = *line_end == '\r';
      ++position_;
      // Only now is it known whether a line feed follows: at a chunk's end it is not read yet.
      if (after_carriage_return_ && position_ != end_ && *position_ == '\n') {
        ++position_;
        after_carriage_return_ = false;
      }
      return true;
    }
  } while (fill());
  return true;
}

void LineReader::append(std::string& line, const char* end) {
  if (line.size() + static_cast<std::size_t>(end - position_) > longest_line) {
    throw Error(ExitCode::bad_data,
                fmt::format("{}:{}: longer than {} MiB, so this is hardly a file of rows and "
                            "columns",
                            name_, line_number_, longest_line >> 20));
  }
  line.append(position_, end);
  position_ = end;
}

bool LineReader::fill() {
  const std::size_t size = read_bytes();
  position_ = chunk_.data();
  end_ = position_ + size;
  if (at_start_) skip_byte_order_mark();
  if (std::any_of(position_, end_, is_binary)) {
    throw Error(ExitCode::bad_data,
                fmt::format("{} is not a text file: expected rows of numbers, plain or gzipped "
                            "(export a spreadsheet as CSV, save text as UTF-8)",
                            name_));
  }
  if (after_carriage_return_ && position_ != end_ && *position_ == '\n') ++position_;
  after_carriage_return_ = false;
  if (position_ == end_ && size > 0) return fill();
  return position_ != end_;
}

std::size_t LineReader::read_bytes() {
  try {
    const std::streamsize size =
        bytes_.sgetn(chunk_.data(), static_cast<std::streamsize>(chunk_.size()));
    return static_cast<std::size_t>(std::max<std::streamsize>(size, 0));
  } catch (const boost::iostreams::zlib_error&) {
  } catch (const boost::iostreams::gzip_error&) {
  } catch (const std::ios_base::failure& failure) {
    throw Error(ExitCode::no_input, fmt::format("cannot read {}: {}", name_, failure.what()));
  }
  throw Error(
      ExitCode::bad_data,
      fmt::format("{} is a damaged or truncated gzip file: copy or download it again", name_));
}

void LineReader::skip_byte_order_mark() {
  constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
  const std::string_view text(position_, static_cast<std::size_t>(end_ - position_));
  if (text.substr(0, utf8_mark.size()) == utf8_mark) position_ += utf8_mark.size();
  at_start_ = false;
}

}  // namespace mcmc
