#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "mcmc/pipeline.hpp"
#include "mcmc/predictive_score.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/run.hpp"

/// How efficiently pipelines sample the same problem: autocorrelation time of the log likelihood
/// times CPU time per iteration (Wang and Neal 2013, section 6.2).
namespace mcmc {

struct CompareSettings {
  std::vector<std::filesystem::path> pipelines;
  Pipeline::Settings changes;  ///< to every pipeline
  std::size_t seeds = 1;       ///< runs of each pipeline, with the seeds s, s + 1, ...
  std::size_t threads = 0;     ///< as in RunSettings
  Permissions permissions;     ///< of every pipeline
  ScoreSettings scores;        ///< of the first seed's draws
};

/// What the runs of one pipeline came to. An error is a standard error: between seeds when there
/// are several, else between chains; NaN when there is neither.
struct ComparedPipeline {
  std::string pipeline;             ///< the file's name without its ending
  double autocorrelation_time = 0;  ///< in iterations, of log_likelihood or, without one, of lp__
  double autocorrelation_time_error = 0;
  double cpu_per_iteration = 0;  ///< seconds, of the sampling phase
  double cost = 0;               ///< CPU seconds per independent draw: the product of the two
  double ratio = 0;              ///< of the cost to that of the first pipeline
  double ratio_error = 0;
  double exact_equivalents = 0;  ///< the cost in full evaluations of the target
  double acceptance = 0;
  double evaluations_per_iteration = 0;  ///< of the target
  Eigen::VectorXd autocorrelation;       ///< of kept draws from lag 0, of the first seed
  double iterations_per_draw = 1;        ///< between kept draws
  /// Log predictive densities as in PredictiveScore; NaN unless they are wanted.
  /// @{
  double leave_one_out = std::numeric_limits<double>::quiet_NaN();
  double leave_one_out_error = std::numeric_limits<double>::quiet_NaN();
  double held_out = std::numeric_limits<double>::quiet_NaN();
  double held_out_error = std::numeric_limits<double>::quiet_NaN();
  /// @}
};

/// Pipelines of one problem, all of which can be built.
class Comparison {
 public:
  /// @throws Error when a pipeline is wrong or samples other parameters than the first
  Comparison(CompareSettings settings, const Registry& registry);

  /// Runs them all, seed by seed so that a change in the machine's speed touches all alike. Uses
  /// the last two thirds of every chain, pooled over chains. @throws Error when a run ends early
  std::vector<ComparedPipeline> run(RunMonitor& monitor) const;

 private:
  CompareSettings settings_;
  const Registry* registry_;
};

std::string comparison_table(const std::vector<ComparedPipeline>& rows);
std::string comparison_csv(const std::vector<ComparedPipeline>& rows);
std::string comparison_json(const std::vector<ComparedPipeline>& rows);

/// The autocorrelation functions as an SVG picture.
std::string autocorrelation_svg(const std::vector<ComparedPipeline>& rows);

/// A folder for comparison.csv and autocorrelation.svg, which is made where there is none.
class ComparisonDirectory {
 public:
  /// @param replace the files of an earlier comparison
  /// @throws Error cannot_create
  ComparisonDirectory(std::filesystem::path directory, bool replace);
  /// Writes both files. @throws Error io_error
  void write(const std::vector<ComparedPipeline>& rows) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace mcmc
