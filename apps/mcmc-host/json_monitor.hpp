#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "mcmc/run.hpp"
#include "ticker.hpp"

namespace mcmc::app {

/// Tells programs on stderr how a run goes, as JSON objects, a line each: `begin`, then now and
/// then and at the end `progress` of each chain, then `end`; notes and warnings as `note` and
/// `warning`. Stops the run on SIGINT, SIGTERM and SIGHUP.
class JsonMonitor final : public RunMonitor {
 public:
  ~JsonMonitor() override;

  void note(const std::string& message) override;
  void warn(const std::string& message) override;
  void begin(const RunOutline& outline) override;
  void iteration_done(std::size_t chain) override;
  void end() override;
  ExitCode should_stop() const override;

 private:
  /// Iterations of one chain, counted by its thread; each in a cache line of its own.
  struct alignas(64) Counter {
    std::atomic<std::size_t> done = 0;
    std::size_t told = 0;
  };

  void say(const std::string& line);
  void tell(const std::string& event, const std::string& message);
  /// @param all whether also of those that have not moved since they were told of
  void tell_of_chains(bool all);
  std::string progress(std::size_t chain, std::size_t done) const;
  double seconds() const;

  RunOutline outline_;
  std::vector<Counter> counters_;
  std::chrono::steady_clock::time_point begin_;
  std::mutex output_mutex_;
  Ticker ticker_;
};

}  // namespace mcmc::app
