#include "run_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "mcmc/error.hpp"

namespace mcmc {
namespace {

enum class Attempt { taken, held, unknown };

/// A lock of the open file, which POSIX's lock of the process is not: that one would go with the
/// first of this process's files on it that is closed.
Attempt try_to_lock(int number) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (fcntl(number, F_OFD_SETLK, &lock) == 0) return Attempt::taken;
  return errno == EAGAIN || errno == EACCES ? Attempt::held : Attempt::unknown;
}

std::string read_all(int number) {
  std::array<char, 512> buffer{};
  const ssize_t size = pread(number, buffer.data(), buffer.size(), 0);
  return {buffer.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
}

std::string name_of_this_host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// The boot, and the clock ticks since then at which the process began; nothing when there is none.
std::string beginning_of(long process) {
  std::ifstream stat(fmt::format("/proc/{}/stat", process));
  std::string line, boot;
  if (!std::getline(stat, line)) return {};
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  // The name of the program stands in parentheses and may hold anything.
  std::istringstream rest(line.substr(std::min(line.rfind(')') + 1, line.size())));
  constexpr int fields_after_name = 20;  // proc(5): starttime is field 22, the name field 2
  std::string ticks;
  for (int i = 0; i < fields_after_name; ++i) rest >> ticks;
  return boot + ":" + ticks;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw Error(ExitCode::cannot_create,
              fmt::format("cannot use the output directory {}: {}",
                          file.parent_path().parent_path().string(), reason));
}

}  // namespace

LockHolder LockHolder::myself() {
  return {name_of_this_host(), static_cast<long>(getpid()), beginning_of(getpid())};
}

LockHolder LockHolder::parse(const std::string& text) {
  LockHolder holder;
  std::istringstream words(text);
  if (!(words >> holder.host >> holder.process >> holder.began)) return {};
  return holder;
}

std::string LockHolder::text() const {
  return fmt::format("{} {} {}\n", host, process, began);
}

bool LockHolder::may_be_running() const {
  if (host.empty()) return false;
  return host != name_of_this_host() || beginning_of(process) == began;
}

RunLock::RunLock(const std::filesystem::path& file)
    : number_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (number_ < 0)
    refuse(file, fmt::format("{}: {}", file.filename().string(), std::strerror(errno)));
  const Attempt attempt = try_to_lock(number_);
  const LockHolder holder = LockHolder::parse(read_all(number_));
  const bool is_held =
      attempt == Attempt::held || (attempt == Attempt::unknown && holder.may_be_running());
  if (is_held) {
    close(number_);
    refuse(file,
           holder.host.empty()
               ? std::string("another run is writing to it")
               : fmt::format(
                     "process {} on {} is writing to it{}", holder.process, holder.host,
                     attempt == Attempt::held
                         ? ""
                         : fmt::format("; if that is no longer so, delete {}", file.string())));
  }
  const std::string text = LockHolder::myself().text();
  if (ftruncate(number_, 0) != 0 ||
      pwrite(number_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    const int reason = errno;
    close(number_);
    refuse(file, fmt::format("{}: {}", file.filename().string(), std::strerror(reason)));
  }
}

RunLock::~RunLock() {
  // Says that nobody holds it: where the file system knows no locks, that word counts.
  if (ftruncate(number_, 0) != 0) errno = 0;
  close(number_);
}

}  // namespace mcmc
