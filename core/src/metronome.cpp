#include "metronome.hpp"

#include <chrono>
#include <stop_token>

namespace mcmc {

Metronome::Metronome(double interval) : beats_always_(interval <= 0) {
  if (beats_always_) return;
  thread_ = std::jthread([this, interval](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const std::chrono::duration<double> period(interval);
    while (!wake_.wait_for(lock, stop, period, [&] { return stop.stop_requested(); })) ++beat_;
  });
}

Metronome::~Metronome() = default;

}  // namespace mcmc
