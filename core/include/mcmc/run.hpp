#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/summary.hpp"

namespace mcmc {

/// How many iterations a run will do.
struct RunOutline {
  std::size_t chains = 0;
  std::size_t warmup_iterations = 0;    ///< per chain
  std::size_t sampling_iterations = 0;  ///< per chain
  std::size_t thin = 1;                 ///< iterations between those that give draws
  std::size_t draws_at_once = 1;        ///< that such an iteration gives
  std::size_t draws = 0;                ///< per chain
  /// Of each chain, in the run that is resumed.
  std::vector<std::size_t> done_before;
  std::size_t all_done_before() const;
};

/// Whoever watches a run. `iteration_done` and `should_stop` are called by the chains' threads, at
/// the same time; everything else by the thread that called `run`.
class RunMonitor {
 public:
  virtual ~RunMonitor();
  /// Something worth telling; the log of the run has it too.
  virtual void note(const std::string& message) = 0;
  virtual void warn(const std::string& message) = 0;
  virtual void begin(const RunOutline& outline) = 0;
  virtual void iteration_done(std::size_t chain) = 0;
  virtual void end() = 0;
  /// Anything but `ok` ends the run after the iteration at hand, with this code.
  virtual ExitCode should_stop() const = 0;
};

struct RunSettings {
  std::filesystem::path directory;
  bool force = false;   ///< replace the files of an earlier run in `directory`
  bool resume = false;  ///< go on with the run in `directory`, or begin one where there is none
  bool allow_changes = false;  ///< resume with changes that leave the draws what they are
  std::size_t threads = 0;     ///< 0: one for each processor, at most one for each chain
  std::string command;         ///< as the user gave it, for the log
};

/// What came of a run.
struct RunOutcome {
  ExitCode code = ExitCode::ok;  ///< or why it ended early; everything drawn is written
  std::string failure;           ///< the first of the chains' failures, in words, or nothing
  std::vector<SummaryRow> summary;
};

/// Samples every chain of a pipeline and writes the results to a folder. One chain's failure does
/// not lose the others. Draws depend on the pipeline alone, never on threads or caches.
///
/// Every chain is saved now and then, and when it stops for whatever reason. A resumed run leaves
/// the same rows of draws as one that was never interrupted.
///
/// @throws Error before anything is written: a bad start (bad_pipeline), a folder that cannot be
///         used (cannot_create), a pipeline that is not the one to resume (bad_pipeline),
///         checkpoints or draws that are damaged (bad_data)
RunOutcome run(const Pipeline& pipeline, const Registry& registry, const RunSettings& settings,
               RunMonitor& monitor);

}  // namespace mcmc
