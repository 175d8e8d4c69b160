#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "mcmc/error.hpp"

namespace mcmc::text_writers {

TextFile::TextFile(const std::filesystem::path& path)
    : name_(path.filename().string()), file_(std::fopen(path.c_str(), "wbe")) {
  if (!file_) fail();
}

void TextFile::fail() const {
  throw Error(ExitCode::io_error, fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

void TextFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void TextFile::close() {
  if (std::fclose(file_.release()) != 0) fail();
}

}  // namespace mcmc::text_writers
