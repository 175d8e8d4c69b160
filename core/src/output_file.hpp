#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace mcmc {

/// A text file being written, in which nothing is lost silently: every failure to write (a full
/// disk) is an Error io_error that names the file and the system's reason, and leaves whole lines.
class OutputFile {
 public:
  /// What it means that a file cannot be made.
  enum class Missing {
    is_cannot_create,
    is_io_error,  ///< it could be before
  };
  /// Makes it anew. @throws Error as `missing` says
  explicit OutputFile(const std::filesystem::path& path,
                      Missing missing = Missing::is_cannot_create);
  /// Goes on with a file, of which the first `length` bytes are kept. @throws Error io_error
  OutputFile(const std::filesystem::path& path, std::uintmax_t length);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Hands everything to the system when the last time is a second ago, so that a killed process
  /// loses little.
  void flush_now_and_then();
  void flush();
  /// Waits until everything is on the disk. @return the file's length
  std::uintmax_t secure();
  /// Replaces as many characters as `text` has from a place that was written before.
  void overwrite(std::size_t position, std::string_view text);
  /// @throws Error io_error when the end of the file could not be written
  void close();

 private:
  /// Drops an incomplete last line. @throws Error io_error
  [[noreturn]] void fail();

  std::filesystem::path path_;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();
};

/// That a file which is to be written is not there, or may be replaced. @throws Error cannot_create
void refuse_existing(const std::filesystem::path& file);

/// Writes a whole file. @throws Error cannot_create, io_error with the system's reason
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace mcmc
