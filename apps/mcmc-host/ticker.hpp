#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace mcmc::app {

/// Does something now and then, on a thread of its own, until it is stopped.
class Ticker {
 public:
  ~Ticker() { stop(); }

  void start(std::chrono::milliseconds period, std::function<void()> tick) {
    thread_ = std::jthread([this, period, tick = std::move(tick)](const std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, stop, period, [&] { return stop.stop_requested(); })) tick();
    });
  }

  /// Waits for the tick at hand. @return whether it was going
  bool stop() {
    if (!thread_.joinable()) return false;
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace mcmc::app
