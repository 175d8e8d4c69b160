#include "interruption.hpp"

#include <csignal>

namespace mcmc::app {
namespace {

// A signal handler can reach nothing but static storage.
volatile std::sig_atomic_t received_signal = 0;

void remember(int signal) {
  received_signal = signal;
  // A second one ends the program at once: an iteration may take very long.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void catch_interruptions() {
  struct sigaction action {};
  action.sa_handler = &remember;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

ExitCode interruption() {
  if (received_signal == SIGINT) return ExitCode::interrupted;
  if (received_signal == SIGTERM) return ExitCode::terminated;
  return ExitCode::ok;
}

}  // namespace mcmc::app
