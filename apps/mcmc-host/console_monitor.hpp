#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

#include "mcmc/run.hpp"
#include "ticker.hpp"

namespace mcmc::app {

/// Tells the user on stderr how a run goes: a bar with speed and time left on a terminal, a plain
/// line now and then elsewhere. Stops the run on SIGINT, SIGTERM and SIGHUP.
class ConsoleMonitor final : public RunMonitor {
 public:
  /// @param quiet says nothing but warnings
  /// @param shows_progress else only notes and warnings
  explicit ConsoleMonitor(bool quiet, bool shows_progress = true);
  ~ConsoleMonitor() override;

  void note(const std::string& message) override;
  void warn(const std::string& message) override;
  void begin(const RunOutline& outline) override;
  void iteration_done(std::size_t chain) override;
  void end() override;
  ExitCode should_stop() const override;

 private:
  void draw(bool last);
  std::size_t all_iterations() const;
  std::size_t tenths_done() const;
  std::string progress_line() const;

  bool quiet_;
  bool shows_progress_;
  bool is_terminal_;
  bool has_color_;
  RunOutline outline_;
  std::atomic<std::size_t> iterations_ = 0;
  std::size_t reported_tenths_ = 0;
  std::chrono::steady_clock::time_point begin_;
  Ticker painter_;
};

}  // namespace mcmc::app
