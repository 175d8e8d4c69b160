#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/permissions.hpp"
#include "mcmc/predictor.hpp"
#include "mcmc/registry.hpp"

/// Prediction of new cases, integrated over the posterior draws of a run.
namespace mcmc {

struct PredictSettings {
  Predicted what = Predicted::response;
  /// Use only so many draws of the posterior, evenly spaced over all chains.
  std::optional<std::size_t> posterior_draws;
  /// Also draw so many values from the predictive distribution of each case.
  std::size_t predictive_draws = 0;
  /// Told after each distinct draw; may be empty.
  std::function<void(std::size_t done, std::size_t all)> progress;
  Permissions permissions;  ///< of the run's pipeline
};

/// Each case's posterior predictive distribution: the mixture, over the draws, of the normal
/// distributions given each draw. In the order and the units of the cases' file.
struct PosteriorPrediction {
  NewCases cases;
  Eigen::VectorXd mean;      ///< the mean of means
  Eigen::VectorXd variance;  ///< the mean of variances plus the variance of means
  Eigen::VectorXd q5;        ///< quantiles of the mixture, not of a normal distribution
  Eigen::VectorXd q50;
  Eigen::VectorXd q95;
  /// In nats: the log of the mixture's density at the response, NaN where that is unknown. Empty
  /// where it is unknown for all cases, and for a latent function, which is never observed.
  Eigen::VectorXd log_predictive_density;
  /// Cases x draws, each from the normal distribution given one draw of the posterior; these are
  /// evenly spaced. Those of different cases are independent given the posterior's draw. They
  /// depend on the run's seed and, of each case, on its place in the file.
  Eigen::MatrixXd draws;
  std::vector<std::string> notices;   ///< how many draws were used and the like, for the user
  std::vector<std::string> warnings;  ///< draws left out, variances clamped, data that changed
};

/// Predicts the cases of a file from what `run` left in a folder: its pipeline, whose data files
/// must still be there, and its draws. Each distinct draw costs one factorisation, and keeps 16
/// bytes for each case.
/// @throws Error no_input for a folder or file that is not there, bad_data for a bad file of cases
///         or draws of another density, usage for draws of a density that cannot predict;
///         NumericalFailure when all draws fail, or one does under `on_failure: abort`
PosteriorPrediction predict(const std::filesystem::path& run_folder, const Registry& registry,
                            const std::filesystem::path& new_cases,
                            const PredictSettings& settings);

/// A header with the names of the inputs, mean, variance, q5, q50, q95 and, unless it is empty,
/// log_predictive_density; then a line for each case. Where there are draws they stand in place of
/// what comes after the inputs, as draw.1, draw.2 and so on. Numbers are the shortest that read
/// back as the same double; NaN is an empty cell.
std::string prediction_csv(const PosteriorPrediction& prediction);

/// An array with an object for each case, of the same names, or with the inputs and an array
/// `draws`; NaN is null.
std::string prediction_json(const PosteriorPrediction& prediction);

}  // namespace mcmc
