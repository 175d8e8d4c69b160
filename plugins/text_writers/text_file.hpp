#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace mcmc::text_writers {

/// A text file that is being written. Whatever fails is an Error io_error with the system's reason.
class TextFile {
 public:
  explicit TextFile(const std::filesystem::path& path);

  void write(std::string_view text);
  /// @throws Error io_error when the end of the file could not be written
  void close();

 private:
  [[noreturn]] void fail() const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace mcmc::text_writers
