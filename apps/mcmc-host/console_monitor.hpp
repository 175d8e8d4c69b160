#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include "mcmc/run.hpp"

namespace mcmc::app {

/// Tells the user on stderr how a run goes: a bar with speed and time left on a terminal, a plain
/// line now and then elsewhere. Stops the run on SIGINT, SIGTERM and SIGHUP.
class ConsoleMonitor final : public RunMonitor {
 public:
  explicit ConsoleMonitor(bool quiet);
  ~ConsoleMonitor() override;

  void note(const std::string& message) override;
  void warn(const std::string& message) override;
  void begin(const RunOutline& outline) override;
  void iteration_done(std::size_t chain) override;
  void end() override;
  ExitCode should_stop() const override;

 private:
  void draw_until_the_end(const std::stop_token& stop);
  void draw(bool last);
  std::size_t all_iterations() const;
  std::size_t tenths_done() const;
  std::string progress_line() const;

  bool quiet_;
  bool is_terminal_;
  bool has_color_;
  RunOutline outline_;
  std::atomic<std::size_t> iterations_ = 0;
  std::size_t reported_tenths_ = 0;
  std::chrono::steady_clock::time_point begin_;
  std::mutex output_mutex_;
  std::condition_variable_any wake_;
  std::jthread painter_;
};

}  // namespace mcmc::app
