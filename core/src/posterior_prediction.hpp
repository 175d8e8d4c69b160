#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/draws.hpp"
#include "mcmc/predict.hpp"
#include "mcmc/target.hpp"

/// What predictions from the draws of a run are made of.
namespace mcmc {

/// The parameters of all draws, one draw in each column, chain after chain.
/// @throws Error bad_data for draws without one of them
Eigen::MatrixXd pooled_points(const Draws& draws, const ParameterNames& names);

/// Evenly spaced columns, with the first and last half a space from the ends.
Eigen::MatrixXd evenly_spaced(const Eigen::MatrixXd& points, Eigen::Index count);

/// Points with the number of draws that are at them.
struct DistinctDraws {
  Eigen::MatrixXd points;  ///< one in each column
  Eigen::VectorXd counts;
};

/// A chain that stays where it is repeats its draw, which then need not be predicted again.
DistinctDraws merge_repeated(const Eigen::MatrixXd& points);

/// Says so when the density is not what it was during the run, as when its data have changed.
/// @param first the parameters of the first draw
std::optional<std::string> difference_from_the_run(Density& density, const Draws& draws,
                                                   const Eigen::VectorXd& first);

/// What became of the predictions with each of the draws.
struct PredictionTally {
  std::size_t clamped = 0;    ///< variances that rounding had taken below zero
  double draws = 0;           ///< all of them
  double draws_left_out = 0;  ///< because of failures
  Failure failure = Failure::none;

  std::vector<std::string> warnings() const;
};

/// Hands the prediction with each draw that does not fail, and the number of draws at that point,
/// to `use`.
/// @throws NumericalFailure when all draws fail, or one does under `on_failure: abort`
PredictionTally for_each_prediction(
    Predictor& predictor, const DistinctDraws& draws, OnFailure on_failure,
    const std::function<void(std::size_t done, std::size_t all)>& progress,
    const std::function<void(const Prediction& prediction, double count)>& use);

/// The mixture over the draws, with warnings of draws that were left out and of variances that were
/// below zero, and no notices.
/// @param seed of the predictive draws
/// @throws as `for_each_prediction`
PosteriorPrediction integrated_prediction(Predictor& predictor, const DistinctDraws& draws,
                                          OnFailure on_failure, const PredictSettings& settings,
                                          std::uint64_t seed);

}  // namespace mcmc
