#include "saved_values.hpp"

#include <fmt/format.h>

#include <bit>
#include <boost/crc.hpp>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>

#include "atomic_file.hpp"
#include "mcmc/error.hpp"

namespace mcmc {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little-endian");

constexpr std::string_view title = "mcmc-host checkpoint ";
constexpr std::uint64_t format_version = 1;

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// Each value is one byte for its type, its name, and itself; texts begin with their length.
class Writer {
 public:
  void value(const std::string& name, const SavedValues::Value& value) {
    bytes_ += static_cast<char>(value.index());
    text(name);
    std::visit([&](const auto& content) { put(content); }, value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void put(std::uint64_t number) { raw(&number, sizeof number); }
  void put(const Eigen::VectorXd& numbers) {
    put(static_cast<std::uint64_t>(numbers.size()));
    raw(numbers.data(), static_cast<std::size_t>(numbers.size()) * sizeof(double));
  }
  void put(const std::string& words) { text(words); }
  void text(const std::string& words) {
    put(static_cast<std::uint64_t>(words.size()));
    bytes_ += words;
  }
  void raw(const void* from, std::size_t size) {
    if (size > 0) bytes_.append(static_cast<const char*>(from), size);
  }

  std::string bytes_;
};

/// Reads what a Writer wrote; whatever the bytes are, it never reads beyond them.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool at_end() const { return bytes_.empty(); }

  /// @return false when the bytes are none that a Writer wrote
  bool value(std::string& name, SavedValues::Value& value) {
    const std::string_view type = take(1);
    if (type.empty() || !text(name)) return false;
    switch (type.front()) {
      case 0:
        return number(value.emplace<std::uint64_t>());
      case 1:
        return vector(value.emplace<Eigen::VectorXd>());
      case 2:
        return text(value.emplace<std::string>());
      default:
        return false;
    }
  }

 private:
  /// The next bytes, or nothing when there are fewer.
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) return {};
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  bool number(std::uint64_t& value) {
    const std::string_view taken = take(sizeof value);
    if (taken.empty()) return false;
    std::memcpy(&value, taken.data(), sizeof value);
    return true;
  }
  bool vector(Eigen::VectorXd& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > bytes_.size() / sizeof(double)) return false;
    value.resize(static_cast<Eigen::Index>(size));
    if (size > 0)
      std::memcpy(value.data(), take(size * sizeof(double)).data(), size * sizeof(double));
    return true;
  }
  bool text(std::string& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > bytes_.size()) return false;
    value = take(size);
    return true;
  }

  std::string_view bytes_;
};

/// The numbers of the file's first line.
struct FirstLine {
  std::uint64_t version = 0;
  std::uint32_t crc = 0;
  std::uint64_t length = 0;
};

template <class T>
bool take_number(std::string_view& text, T& value, int base) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return true;
}

std::optional<FirstLine> parse_first_line(std::string_view line) {
  if (!line.starts_with(title)) return std::nullopt;
  line.remove_prefix(title.size());
  FirstLine first;
  if (!take_number(line, first.version, 10)) return std::nullopt;
  // What follows is of that version.
  if (first.version != format_version) return first;
  if (!take_number(line, first.crc, 16) || !take_number(line, first.length, 10) || !line.empty())
    return std::nullopt;
  return first;
}

std::string bytes_of(const std::filesystem::path& file) {
  const auto refuse = [&](int reason) {
    throw Error(ExitCode::no_input,
                fmt::format("cannot read {}: {}", file.string(), std::strerror(reason)));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) refuse(EISDIR);
  std::ifstream input(file, std::ios::binary);
  if (!input) refuse(errno);
  std::string bytes((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  if (input.bad()) refuse(EIO);
  return bytes;
}

}  // namespace

void SavedValues::write(const std::filesystem::path& file) const {
  Writer writer;
  for (const auto& [name, value] : values_) writer.value(name, value);
  const std::string& bytes = writer.bytes();
  write_atomically(file, fmt::format("{}{} {:08x} {}\n{}", title, format_version, checksum(bytes),
                                     bytes.size(), bytes));
}

SavedValues SavedValues::read(const std::filesystem::path& file, const std::string& advice) {
  const auto refuse = [&](const std::string& problem) {
    throw Error(ExitCode::bad_data, fmt::format("{} {}; {}", file.string(), problem, advice));
  };
  const std::string all = bytes_of(file);
  const std::size_t end_of_line = all.find('\n');
  const auto first = parse_first_line(std::string_view(all).substr(0, end_of_line));
  if (!first) refuse("is no checkpoint, or its first line is damaged");
  if (first->version != format_version)
    refuse(
        fmt::format("is a checkpoint of format {}, this program reads format {}; use the "
                    "program that wrote it",
                    first->version, format_version));
  const std::string_view bytes =
      std::string_view(all).substr(std::min(end_of_line, all.size() - 1) + 1);
  if (bytes.size() < first->length)
    refuse(fmt::format("is cut off: expected {} bytes after the first line, found {}",
                       first->length, bytes.size()));
  if (bytes.size() > first->length || checksum(bytes) != first->crc)
    refuse("is damaged: its checksum is wrong");

  SavedValues values;
  values.file_ = file.string();
  values.advice_ = advice;
  Reader reader(bytes);
  while (!reader.at_end()) {
    std::string name;
    Value value;
    if (!reader.value(name, value)) refuse("is damaged in spite of its right checksum");
    values.set(std::move(name), std::move(value));
  }
  return values;
}

void SavedValues::refuse_missing(const std::string& name) const {
  throw Error(ExitCode::bad_data,
              fmt::format("{} does not fit this pipeline: it holds no \"{}\" of this type; {}",
                          file_, name, advice_));
}

void SavingArchive::array(std::string_view name, Eigen::VectorXd& values) {
  values_->set(prefix_ + std::string(name), values);
}
void SavingArchive::integer(std::string_view name, std::uint64_t& value) {
  values_->set(prefix_ + std::string(name), value);
}

void RestoringArchive::array(std::string_view name, Eigen::VectorXd& values) {
  values = values_->get<Eigen::VectorXd>(prefix_ + std::string(name));
}
void RestoringArchive::integer(std::string_view name, std::uint64_t& value) {
  value = values_->get<std::uint64_t>(prefix_ + std::string(name));
}

}  // namespace mcmc
