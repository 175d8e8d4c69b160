#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/pipeline.hpp"
#include "mcmc/proposal.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/run.hpp"

/// Finds a good way to sample a density: approximations and transitions that component types
/// propose are tried on it, and the one with the least CPU time per independent draw is chosen.
namespace mcmc {

struct TuneSettings {
  double budget = 200;      ///< CPU time to spend, in iterations of the pipeline's own transition
  std::size_t threads = 0;  ///< as in RunSettings
};

/// A way to sample, and what came of it. What was not measured is NaN.
struct Trial {
  std::string way;  ///< "subset_60, sweep": an approximation and what uses it
  /// CPU time of one evaluation of the approximation, as a part of one of the target.
  double evaluation_cost = TuningProblem::unknown;
  /// Standard deviation, over draws, of the approximate minus the exact log density, in nats.
  double error = TuningProblem::unknown;
  double acceptance = TuningProblem::unknown;
  double autocorrelation_time =
      TuningProblem::unknown;                         ///< in iterations, of log_likelihood or lp__
  double cpu_per_iteration = TuningProblem::unknown;  ///< seconds
  double cost =
      TuningProblem::unknown;  ///< CPU seconds per independent draw: the product of the two
  double ratio = TuningProblem::unknown;  ///< of the cost to that of the pipeline's own transition
  std::size_t draws = 0;                  ///< on which these rest
  std::string outcome;                    ///< "chosen", "dearer", or why it was not tried
};

struct Tuning {
  std::vector<Trial> trials;  ///< the pipeline's own transition first
  /// What makes the chosen pipeline of the original; its `tune` is `none`.
  Pipeline::Settings choice;
  double cpu_seconds = 0;     ///< spent
  double own_iterations = 0;  ///< the same in iterations of the pipeline's own transition
};

/// Tries ways to sample the target of a pipeline, and chooses one. The pipeline's own transition
/// comes first and stays unless another is cheaper. Candidates begin where it got to; all are given
/// the same number of draws, then the dearer half is left out, until one is left or the budget is
/// spent. An approximation that learns, and then judges itself too poor, is left out.
///
/// CPU times decide, so a second call may choose otherwise; the choice itself is a pipeline like
/// any other.
/// @throws Error when the pipeline's own transition cannot run, or on an interruption
Tuning tune(const Pipeline& pipeline, const Registry& registry, const TuneSettings& settings,
            RunMonitor& monitor);

/// "chose subset_60, sweep at 0.21 of the cost of the pipeline's own transition, among 6 ways".
std::string choice_in_words(const Tuning& tuning);

/// The file that a chosen pipeline is written to.
class TunedFile {
 public:
  /// @param replace one that is there already @throws Error cannot_create
  TunedFile(std::filesystem::path path, bool replace);
  /// With every default filled in, so that it gives the same draws wherever it is moved along with
  /// the data. @throws Error cannot_create, io_error
  void write(const Pipeline& pipeline, const Tuning& tuning) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string tuning_table(const Tuning& tuning);
std::string tuning_csv(const Tuning& tuning);
std::string tuning_json(const Tuning& tuning);

}  // namespace mcmc
