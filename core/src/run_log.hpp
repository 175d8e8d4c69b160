#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/run.hpp"

namespace spdlog {
class logger;
}

namespace mcmc {

class Ensemble;

/// The log file of a run: what ran where, what was learned, what went wrong.
class RunLog {
 public:
  /// @param append whether to go on with the file @throws Error cannot_create
  RunLog(const std::filesystem::path& file, RunMonitor& monitor, bool append = false);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  /// For the file only.
  void record(const std::string& message);
  /// For the file and the user.
  void tell(const std::string& message);
  void warn(const std::string& message);

 private:
  std::unique_ptr<spdlog::logger> logger_;
  RunMonitor* monitor_;
};

void log_environment(RunLog& log, const Registry& registry);
/// Memory and time per evaluation of every density, known from the evaluations at the start.
void log_costs(RunLog& log, const Ensemble& ensemble);
/// What components carry from one iteration to the next (tuned widths, fits, counters), once where
/// all chains agree.
void log_carried(RunLog& log, const Ensemble& ensemble);
/// Failures of evaluations by density and reason, once.
void log_failures(RunLog& log, const Ensemble& ensemble);

}  // namespace mcmc
