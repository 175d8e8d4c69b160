#include "output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "mcmc/error.hpp"

namespace mcmc {

OutputFile::OutputFile(const std::filesystem::path& path)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot create {}: {}", path_.string(), std::strerror(errno)));
}

OutputFile::~OutputFile() = default;

void OutputFile::fail() const {
  throw Error(ExitCode::io_error,
              fmt::format("cannot write {}: {}; what was written before is kept", path_.string(),
                          std::strerror(errno)));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) fail();
  last_flush_ = std::chrono::steady_clock::now();
}

void OutputFile::flush_now_and_then() {
  if (std::chrono::steady_clock::now() - last_flush_ > std::chrono::seconds(1)) flush();
}

void OutputFile::close() {
  if (std::fclose(file_.release()) != 0) fail();
}

}  // namespace mcmc
