#include "atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "mcmc/error.hpp"
#include "output_file.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file) {
  throw Error(ExitCode::io_error,
              fmt::format("cannot write {}: {}; what was written before is kept", file.string(),
                          std::strerror(errno)));
}

/// Without this the new name may be lost with the power. Some file systems cannot do it, and then
/// nothing better is known.
void secure_folder(const fs::path& folder) {
  const int number =
      open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return;
  fsync(number);
  close(number);
}

}  // namespace

fs::path temporary_beside(const fs::path& file) {
  return file.string() + ".new";
}

void secure_file(const fs::path& file) {
  const int number = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (number < 0) fail(file);
  const bool is_done = fsync(number) == 0 || errno == EINVAL || errno == EROFS;
  const int reason = errno;
  close(number);
  errno = reason;
  if (!is_done) fail(file);
}

void replace_file(const fs::path& temporary, const fs::path& file) {
  if (std::rename(temporary.c_str(), file.c_str()) != 0) fail(file);
  secure_folder(file.parent_path());
}

void write_atomically(const fs::path& file, std::string_view text) {
  const fs::path temporary = temporary_beside(file);
  {
    OutputFile output(temporary, OutputFile::Missing::is_io_error);
    output.write(text);
    output.secure();
    output.close();
  }
  replace_file(temporary, file);
}

}  // namespace mcmc
