#include "pipe.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::program {
namespace {

/// Writing to a pipe that nobody reads sends a signal which ends the whole process. While this
/// lives, the thread does not get it; handlers of the process stay as they are.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() {
    sigemptyset(&pipe_signal_);
    sigaddset(&pipe_signal_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
  }
  ~WithoutPipeSignal() {
    const timespec at_once{};
    while (sigtimedwait(&pipe_signal_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  sigset_t pipe_signal_{};
  sigset_t before_{};
};

bool must_wait(int problem) {
  return problem == EAGAIN || problem == EINTR;
}

}  // namespace

OpenFile::OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
  close();
  number_ = std::exchange(other.number_, -1);
  return *this;
}

void OpenFile::close() {
  if (is_open()) ::close(number_);
  number_ = -1;
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error(ExitCode::internal,
                std::string("cannot talk to a program: ") + std::strerror(errno));
  return {OpenFile(ends[0]), OpenFile(ends[1])};
}

void never_wait(const OpenFile& file) {
  fcntl(file.number(), F_SETFL, fcntl(file.number(), F_GETFL) | O_NONBLOCK);
}

void read_available(OpenFile& file, std::string& text) {
  std::array<char, 4096> block{};
  while (file.is_open()) {
    const ssize_t count = read(file.number(), block.data(), block.size());
    if (count > 0) {
      text.append(block.data(), static_cast<std::size_t>(count));
      return;
    }
    if (count < 0 && must_wait(errno)) return;
    file.close();
  }
}

void write_available(OpenFile& file, std::string_view& text) {
  const WithoutPipeSignal no_signal;
  const ssize_t count = write(file.number(), text.data(), text.size());
  if (count >= 0) {
    text.remove_prefix(static_cast<std::size_t>(count));
  } else if (!must_wait(errno)) {
    file.close();
    text = {};
  }
}

}  // namespace mcmc::program
