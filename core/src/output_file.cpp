#include "output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include "mcmc/error.hpp"

namespace mcmc {
namespace {

/// Shortens a file to the end of its last whole line.
void drop_incomplete_line(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  for (std::streamoff end = file.tellg(); end > 0; --end) {
    file.seekg(end - 1);
    if (file.get() != '\n') continue;
    std::error_code ignored;
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(end), ignored);
    return;
  }
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path, Missing missing)
    : path_(path), file_(std::fopen(path.c_str(), "wbe")) {
  if (file_) return;
  const bool could_be_before = missing == Missing::is_io_error;
  throw Error(could_be_before ? ExitCode::io_error : ExitCode::cannot_create,
              fmt::format("cannot {} {}: {}{}", could_be_before ? "write" : "create",
                          path_.string(), std::strerror(errno),
                          could_be_before ? "; what was written before is kept" : ""));
}

OutputFile::OutputFile(const std::filesystem::path& path, std::uintmax_t length)
    : path_(path), file_(std::fopen(path.c_str(), "r+be")) {
  if (!file_ || ftruncate(fileno(file_.get()), static_cast<off_t>(length)) != 0 ||
      std::fseek(file_.get(), 0, SEEK_END) != 0)
    throw Error(ExitCode::io_error,
                fmt::format("cannot write {}: {}; what was written before is kept", path_.string(),
                            std::strerror(errno)));
}

OutputFile::~OutputFile() = default;

void OutputFile::fail() {
  const int reason = errno;
  file_.reset();
  drop_incomplete_line(path_);
  throw Error(ExitCode::io_error,
              fmt::format("cannot write {}: {}; what was written before is kept", path_.string(),
                          std::strerror(reason)));
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

std::uintmax_t OutputFile::secure() {
  flush();
  // A pipe or a device has nothing to wait for.
  if (fsync(fileno(file_.get())) != 0 && errno != EINVAL && errno != EROFS) fail();
  const long length = std::ftell(file_.get());
  return length < 0 ? 0 : static_cast<std::uintmax_t>(length);
}

void OutputFile::overwrite(std::size_t position, std::string_view text) {
  if (std::fseek(file_.get(), static_cast<long>(position), SEEK_SET) != 0) fail();
  write(text);
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) fail();
}

void OutputFile::close() {
  if (std::fclose(file_.release()) != 0) fail();
}

void refuse_existing(const std::filesystem::path& file) {
  std::error_code problem;
  if (std::filesystem::exists(file, problem) || problem)
    throw Error(ExitCode::cannot_create,
                fmt::format("{} {}", file.string(),
                            problem ? "cannot be made: " + problem.message()
                                    : "is there already; name another file with --out, or give "
                                      "--force to replace it"));
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  OutputFile output(file);
  output.write(text);
  output.close();
}

}  // namespace mcmc
