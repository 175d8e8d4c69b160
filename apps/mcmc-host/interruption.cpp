#include "interruption.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace mcmc::app {
namespace {

// A signal handler can reach nothing but static storage.
volatile std::sig_atomic_t received_signal = 0;

/// An iteration may take long: whoever pressed a key sees that it was heard.
void answer_key() {
  constexpr std::string_view text =
      "\nstopping after this iteration; once more stops at once, without what it has drawn since "
      "it "
      "was last saved\n";
  if (isatty(STDERR_FILENO) == 0) return;
  const int error = errno;
  // Nothing can be done about a terminal that takes no text.
  [[maybe_unused]] const auto ignored = write(STDERR_FILENO, text.data(), text.size());
  errno = error;
}

void remember(int signal) {
  received_signal = signal;
  if (signal == SIGINT) answer_key();
  // A second one ends the program at once: an iteration may take very long.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGHUP, SIG_DFL);
}

/// A signal that whoever started the program has it ignore, as nohup does, stays ignored.
void catch_unless_ignored(int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = &remember;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interruptions() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) catch_unless_ignored(signal);
  // A file that may not grow, or a reader of the messages that has gone, is told where it is
  // written, and ends no run before it has saved what it has.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

ExitCode interruption() {
  if (received_signal == SIGINT) return ExitCode::interrupted;
  if (received_signal == SIGTERM || received_signal == SIGHUP) return ExitCode::terminated;
  return ExitCode::ok;
}

}  // namespace mcmc::app
