#pragma once

#include <filesystem>
#include <string>

namespace mcmc {

/// Keeps every other run out of a folder, until it is destroyed or the process ends, in whatever
/// way: a lock of the operating system on a file, which network file systems know too. The file
/// says who holds it.
///
/// Where a file system knows no locks, that word counts alone: the lock of a process of this
/// machine which is gone is taken over, one of another machine is not, since nothing can tell
/// whether its process still runs.
class RunLock {
 public:
  /// @throws Error cannot_create when another run has it, or when there can be no such file
  explicit RunLock(const std::filesystem::path& file);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int number_ = -1;
};

/// Who holds a lock.
struct LockHolder {
  std::string host;
  long process = 0;
  std::string began;  ///< when, by the machine's clock ticks and its present boot

  static LockHolder myself();
  /// What a lock file says. An empty or damaged one gives a holder without host.
  static LockHolder parse(const std::string& text);
  std::string text() const;
  /// Whether it may still be running, as far as this machine can tell.
  bool may_be_running() const;
};

}  // namespace mcmc
