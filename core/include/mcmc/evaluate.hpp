#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/pipeline.hpp"

namespace mcmc {

/// What a density says of one point.
struct EvaluatedPoint {
  Evaluation evaluation;  ///< minus infinity outside the support, or a failure
  std::optional<double> log_prior;
  std::optional<double> log_likelihood;  ///< none where the prior or the evaluation is not finite
  std::optional<double> cpu_seconds;     ///< of one evaluation
};

struct EvaluatedPoints {
  bool has_parts = false;  ///< whether the density tells its prior
  bool is_timed = false;
  std::vector<EvaluatedPoint> points;
  std::vector<std::string> problems;  ///< failures, in words
};

/// Evaluates a density of a pipeline at points of a CSV file whose header names its parameters.
/// @param repeat evaluations of each point, to measure their CPU time; 0: none is measured.
///        Nothing is cached
/// @throws Error bad_data for a bad file of points, usage for a density that there is not
/// @throws NumericalFailure for a failed evaluation under `on_failure: abort`
EvaluatedPoints evaluate_points(const Pipeline& pipeline, const std::string& density,
                                const std::filesystem::path& points, std::size_t repeat);

/// A row for each point: log_density, log_prior and log_likelihood where they are known, and
/// cpu_seconds where it was measured. Outside the support log_density is -inf; what a failure
/// leaves unknown is empty.
std::string evaluated_csv(const EvaluatedPoints& evaluated);
/// The same as a list of maps. What is unknown or infinite is null, which `failure` explains or
/// `outside_support`.
std::string evaluated_json(const EvaluatedPoints& evaluated);

}  // namespace mcmc
