/// Preloaded into the program by tests/power_failure_test.py: notes, in the file that
/// MCMC_NOTE_CALLS names, which files are written, brought to the disk and renamed.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void note(const std::string& line) {
  static const char* const path = std::getenv("MCMC_NOTE_CALLS");
  static const int notes = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  static auto* const write_to = original<ssize_t(int, const void*, size_t)>("write");
  if (write_to(notes, line.data(), line.size()) < 0) std::abort();
}

std::string path_of(int file) {
  std::array<char, PATH_MAX> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t length = readlink(link.c_str(), path.data(), path.size());
  return {path.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  note("write\t" + path_of(file) + "\n");
  static auto* const real = original<ssize_t(int, const void*, size_t)>("write");
  return real(file, bytes, count);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  note("write\t" + path_of(fileno(file)) + "\n");
  static auto* const real = original<size_t(const void*, size_t, size_t, FILE*)>("fwrite");
  return real(bytes, size, count, file);
}

int fsync(int file) {
  static auto* const real = original<int(int)>("fsync");
  const int result = real(file);
  note("sync\t" + path_of(file) + "\n");
  return result;
}

int rename(const char* from, const char* to) noexcept {
  note(std::string("rename\t") + from + "\t" + to + "\n");
  static auto* const real = original<int(const char*, const char*)>("rename");
  return real(from, to);
}

}  // extern "C"
