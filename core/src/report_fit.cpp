#include "report_fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "mcmc/abilities.hpp"
#include "mcmc/diagnostics.hpp"
#include "posterior_prediction.hpp"

namespace mcmc {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index most_cases = 500;
constexpr Index most_inputs = 12;
constexpr Index curve_points = 61;
constexpr std::size_t least_draws = 10;

/// All positions, or evenly spaced ones.
std::vector<Index> positions_of(Index count) {
  const Index chosen = std::min(count, most_cases);
  std::vector<Index> positions;
  for (Index i = 0; i < chosen; ++i) positions.push_back((2 * i + 1) * count / (2 * chosen));
  return positions;
}

/// The inputs of all curves, one curve below the other.
MatrixXd curve_inputs(const MatrixXd& inputs) {
  VectorXd medians(inputs.cols());
  for (Index i = 0; i < inputs.cols(); ++i) medians[i] = quantile(inputs.col(i), 0.5);
  const Index curves = std::min(inputs.cols(), most_inputs);
  MatrixXd at = medians.transpose().replicate(curves * curve_points, 1);
  for (Index i = 0; i < curves; ++i)
    at.col(i).segment(i * curve_points, curve_points) =
        VectorXd::LinSpaced(curve_points, inputs.col(i).minCoeff(), inputs.col(i).maxCoeff());
  return at;
}

std::vector<FitCurve> curves_in(const PosteriorPrediction& prediction) {
  std::vector<FitCurve> curves;
  for (Index begin = 0; begin < prediction.mean.size(); begin += curve_points) {
    const Index input = begin / curve_points;
    const auto part = [&](const VectorXd& all) { return all.segment(begin, curve_points); };
    curves.push_back({prediction.cases.input_names[static_cast<std::size_t>(input)],
                      part(prediction.cases.inputs.col(input)), part(prediction.mean),
                      part(prediction.q5), part(prediction.q95)});
  }
  return curves;
}

/// How many draws there is time for, by what the first takes: the second time, with memory at hand.
Index affordable_draws(Predictor& cases, Predictor& curves, const VectorXd& first,
                       const ReportSettings& settings) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin;
  Prediction ignored;
  for (int time = 0; time < 2; ++time) {
    begin = Clock::now();
    cases.predict(first, ignored);
    curves.predict(first, ignored);
  }
  const double count = settings.fit_time / std::chrono::duration<double>(Clock::now() - begin);
  const auto wanted = static_cast<double>(settings.fit_draws);
  const double least = std::min(static_cast<double>(least_draws), wanted);
  return static_cast<Index>(std::clamp(count, least, wanted));
}

}  // namespace

std::optional<Fit> fit_of(const ChainPlan& plan, const Draws& draws,
                          const ReportSettings& settings) {
  const Target& target = plan.target();
  const auto* model = dynamic_cast<const HasCases*>(&target.density());
  if (model == nullptr) return std::nullopt;
  const NewCases cases = model->cases();
  const auto of_cases = model->predictor_of(positions_of(cases.inputs.rows()), Predicted::response);
  const auto of_curves = model->predictor_at(curve_inputs(cases.inputs), Predicted::response);

  MatrixXd points = pooled_points(draws, target.parameters());
  const Index count =
      std::min(points.cols(), affordable_draws(*of_cases, *of_curves, points.col(0), settings));
  points = evenly_spaced(points, count);
  const DistinctDraws distinct = merge_repeated(points);
  Fit fit;
  fit.response = model->response_name();
  fit.all_cases = static_cast<std::size_t>(cases.inputs.rows());
  fit.draws = static_cast<std::size_t>(count);
  fit.cases = integrated_prediction(*of_cases, distinct, target.on_failure(), {}, plan.sample.seed);
  fit.curves = curves_in(
      integrated_prediction(*of_curves, distinct, target.on_failure(), {}, plan.sample.seed));
  return fit;
}

}  // namespace mcmc
