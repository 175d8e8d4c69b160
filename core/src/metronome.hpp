#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace mcmc {

/// Tells many threads, for next to nothing, that an interval has passed: asking the clock after
/// each iteration would cost more than a short iteration may. Never looks at the time of day.
class Metronome {
 public:
  using Beat = std::uint64_t;

  /// @param interval in seconds; 0 beats all the time
  explicit Metronome(double interval);
  ~Metronome();
  Metronome(const Metronome&) = delete;
  Metronome& operator=(const Metronome&) = delete;

  Beat now() const { return beat_.load(std::memory_order_relaxed); }
  /// Whether there was a beat after `last`, which then is the latest one.
  bool has_passed(Beat& last) const {
    const Beat latest = now();
    const bool passed = latest != last || beats_always_;
    last = latest;
    return passed;
  }

 private:
  bool beats_always_;
  std::atomic<Beat> beat_ = 0;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace mcmc
