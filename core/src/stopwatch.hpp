#pragma once

#include <chrono>

namespace mcmc {

/// Adds the time that passes between `start` and `stop` to a number of seconds.
class Stopwatch {
 public:
  /// @pre `seconds` lives until `stop`
  void start(double& seconds) {
    seconds_ = &seconds;
    begin_ = Clock::now();
  }
  /// Adds the time so far.
  void lap() {
    if (seconds_ == nullptr) return;
    const Clock::time_point now = Clock::now();
    *seconds_ += std::chrono::duration<double>(now - begin_).count();
    begin_ = now;
  }
  void stop() {
    lap();
    seconds_ = nullptr;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double* seconds_ = nullptr;
  Clock::time_point begin_;
};

}  // namespace mcmc
