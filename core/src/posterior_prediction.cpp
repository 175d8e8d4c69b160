#include "posterior_prediction.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "mcmc/error.hpp"
#include "normal_mixture.hpp"

namespace mcmc {
namespace {

using Eigen::Index;

/// The normal distributions that are mixed: draws x cases, with the weight of each draw.
struct Parts {
  Eigen::MatrixXd means;
  Eigen::MatrixXd variances;
  Eigen::VectorXd weights;
  Index count = 0;
  std::size_t clamped = 0;
  double draws_left_out = 0;
  Failure failure = Failure::none;

  Parts(Index draws, Index cases) : means(draws, cases), variances(draws, cases), weights(draws) {}

  void add(const Prediction& prediction, double weight) {
    means.row(count) = prediction.mean;
    variances.row(count) = prediction.variance;
    weights[count] = weight;
    clamped += prediction.clamped;
    ++count;
  }

  void leave_out(Failure reason, double draws) {
    failure = reason;
    draws_left_out += draws;
  }

  void finish() {
    means.conservativeResize(count, Eigen::NoChange);
    variances.conservativeResize(count, Eigen::NoChange);
    weights.conservativeResize(count);
    weights /= weights.sum();
  }
};

[[noreturn]] void refuse_all(const std::string& draws, Failure failure) {
  throw NumericalFailure(fmt::format("cannot predict with {}: {}", draws, to_string(failure)));
}

Parts predict_each(Predictor& predictor, const DistinctDraws& draws, OnFailure on_failure,
                   const PredictSettings& settings) {
  const Index all = draws.counts.size();
  Parts parts(all, predictor.cases().inputs.rows());
  Prediction prediction;
  for (Index i = 0; i < all; ++i) {
    const Failure failure = predictor.predict(draws.points.col(i), prediction);
    if (failure == Failure::none)
      parts.add(prediction, draws.counts[i]);
    else if (on_failure == OnFailure::abort)
      refuse_all("one of the draws", failure);
    else
      parts.leave_out(failure, draws.counts[i]);
    if (settings.progress)
      settings.progress(static_cast<std::size_t>(i + 1), static_cast<std::size_t>(all));
  }
  if (parts.count == 0) refuse_all("any of the draws", parts.failure);
  parts.finish();
  return parts;
}

/// What the mixtures of all cases amount to.
PosteriorPrediction integrate(const Parts& parts, const NewCases& cases, Predicted what) {
  PosteriorPrediction prediction;
  prediction.cases = cases;
  const Index m = cases.inputs.rows();
  for (Eigen::VectorXd* column :
       {&prediction.mean, &prediction.variance, &prediction.q5, &prediction.q50, &prediction.q95})
    column->resize(m);
  const bool has_response = what == Predicted::response && !cases.response.array().isNaN().all();
  if (has_response) prediction.log_predictive_density.resize(m);
  for (Index i = 0; i < m; ++i) {
    const NormalMixture mixture(parts.means.col(i), parts.variances.col(i), parts.weights);
    prediction.mean[i] = mixture.mean();
    prediction.variance[i] = mixture.variance();
    prediction.q5[i] = mixture.quantile(0.05);
    prediction.q50[i] = mixture.quantile(0.50);
    prediction.q95[i] = mixture.quantile(0.95);
    if (has_response)
      prediction.log_predictive_density[i] = std::isnan(cases.response[i])
                                                 ? std::numeric_limits<double>::quiet_NaN()
                                                 : mixture.log_density(cases.response[i]);
  }
  return prediction;
}

void tell_of_failures(PosteriorPrediction& prediction, const Parts& parts, double used) {
  if (parts.draws_left_out > 0)
    prediction.warnings.push_back(fmt::format(
        "{} of {} draws were left out: {}", parts.draws_left_out, used, to_string(parts.failure)));
  if (parts.clamped > 0)
    prediction.warnings.push_back(
        fmt::format("{} variances were below zero by rounding and were set to it", parts.clamped));
}

}  // namespace

Eigen::MatrixXd pooled_points(const Draws& draws, const ParameterNames& names) {
  std::vector<Index> columns;
  for (const std::string& name : names) columns.push_back(static_cast<Index>(draws.require(name)));
  Eigen::MatrixXd points(static_cast<Index>(names.size()), draws.count());
  Index begin = 0;
  for (const Eigen::MatrixXd& chain : draws.chains) {
    points.middleCols(begin, chain.rows()) = chain(Eigen::all, columns).transpose();
    begin += chain.rows();
  }
  return points;
}

Eigen::MatrixXd evenly_spaced(const Eigen::MatrixXd& points, Index count) {
  Eigen::MatrixXd chosen(points.rows(), count);
  for (Index i = 0; i < count; ++i)
    chosen.col(i) = points.col((2 * i + 1) * points.cols() / (2 * count));
  return chosen;
}

DistinctDraws merge_repeated(const Eigen::MatrixXd& points) {
  DistinctDraws distinct{Eigen::MatrixXd(points.rows(), points.cols()),
                         Eigen::VectorXd::Zero(points.cols())};
  Index count = 0;
  for (Index i = 0; i < points.cols(); ++i) {
    if (i == 0 || points.col(i) != points.col(i - 1)) distinct.points.col(count++) = points.col(i);
    distinct.counts[count - 1] += 1;
  }
  distinct.points.conservativeResize(Eigen::NoChange, count);
  distinct.counts.conservativeResize(count);
  return distinct;
}

std::optional<std::string> difference_from_the_run(Density& density, const Draws& draws,
                                                   const Eigen::VectorXd& first) {
  const auto column = draws.find("lp__");
  if (!column) return std::nullopt;
  const double then = draws.chains.front()(0, static_cast<Index>(*column));
  const Evaluation now = density.log_density(first);
  constexpr double tolerance = 1e-6;
  if (!now.failed() && std::abs(now.log_density() - then) <= tolerance * (1 + std::abs(then)))
    return std::nullopt;
  return fmt::format(
      "the log density at the first draw is {}, but was {} during the run: did the data change?",
      now.failed() ? std::string(to_string(now.failure())) : fmt::format("{}", now.log_density()),
      then);
}

PosteriorPrediction integrated_prediction(Predictor& predictor, const DistinctDraws& draws,
                                          OnFailure on_failure, const PredictSettings& settings) {
  const Parts parts = predict_each(predictor, draws, on_failure, settings);
  PosteriorPrediction prediction = integrate(parts, predictor.cases(), settings.what);
  tell_of_failures(prediction, parts, draws.counts.sum());
  return prediction;
}

}  // namespace mcmc
