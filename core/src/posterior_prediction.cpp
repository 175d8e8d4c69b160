#include "posterior_prediction.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "mcmc/error.hpp"
#include "mcmc/random.hpp"
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

  Parts(Index draws, Index cases) : means(draws, cases), variances(draws, cases), weights(draws) {}

  void add(const Prediction& prediction, double weight) {
    means.row(count) = prediction.mean;
    variances.row(count) = prediction.variance;
    weights[count] = weight;
    ++count;
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

/// Of evenly spaced draws, the parts that they belong to.
std::vector<Index> evenly_spaced_parts(const Eigen::VectorXd& weights, Index count) {
  std::vector<Index> chosen;
  Index part = 0;
  double above = weights[0];
  for (Index i = 0; i < count; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    while (place > above && part + 1 < weights.size()) above += weights[++part];
    chosen.push_back(part);
  }
  return chosen;
}

/// A simulator of data takes the stream of chain 0.
std::unique_ptr<RandomStream> stream_of_case(std::uint64_t seed, Index position) {
  return make_random_stream(seed, static_cast<std::uint64_t>(position) + 1, Purpose::data);
}

Eigen::MatrixXd drawn_from(const Parts& parts, Index count, std::uint64_t seed) {
  Eigen::MatrixXd draws(parts.means.cols(), count);
  const std::vector<Index> chosen = evenly_spaced_parts(parts.weights, count);
  for (Index i = 0; i < draws.rows(); ++i) {
    const auto random = stream_of_case(seed, i);
    for (Index j = 0; j < count; ++j) {
      const Index part = chosen[static_cast<std::size_t>(j)];
      draws(i, j) = parts.means(part, i) + std::sqrt(parts.variances(part, i)) * random->normal();
    }
  }
  return draws;
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

std::vector<std::string> PredictionTally::warnings() const {
  std::vector<std::string> warnings;
  if (draws_left_out > 0)
    warnings.push_back(
        fmt::format("{} of {} draws were left out: {}", draws_left_out, draws, to_string(failure)));
  if (clamped > 0)
    warnings.push_back(
        fmt::format("{} variances were below zero by rounding and were set to it", clamped));
  return warnings;
}

PredictionTally for_each_prediction(
    Predictor& predictor, const DistinctDraws& draws, OnFailure on_failure,
    const std::function<void(std::size_t done, std::size_t all)>& progress,
    const std::function<void(const Prediction& prediction, double count)>& use) {
  const Index all = draws.counts.size();
  PredictionTally tally;
  Prediction prediction;
  for (Index i = 0; i < all; ++i) {
    const double count = draws.counts[i];
    tally.draws += count;
    const Failure failure = predictor.predict(draws.points.col(i), prediction);
    if (failure == Failure::none) {
      tally.clamped += prediction.clamped;
      use(prediction, count);
    } else if (on_failure == OnFailure::abort) {
      refuse_all("one of the draws", failure);
    } else {
      tally.failure = failure;
      tally.draws_left_out += count;
    }
    if (progress) progress(static_cast<std::size_t>(i + 1), static_cast<std::size_t>(all));
  }
  if (tally.draws_left_out == tally.draws) refuse_all("any of the draws", tally.failure);
  return tally;
}

PosteriorPrediction integrated_prediction(Predictor& predictor, const DistinctDraws& draws,
                                          OnFailure on_failure, const PredictSettings& settings,
                                          std::uint64_t seed) {
  Parts parts(draws.counts.size(), predictor.cases().inputs.rows());
  const PredictionTally tally = for_each_prediction(
      predictor, draws, on_failure, settings.progress,
      [&](const Prediction& prediction, double count) { parts.add(prediction, count); });
  parts.finish();
  PosteriorPrediction prediction = integrate(parts, predictor.cases(), settings.what);
  if (settings.predictive_draws > 0)
    prediction.draws = drawn_from(parts, static_cast<Index>(settings.predictive_draws), seed);
  prediction.warnings = tally.warnings();
  return prediction;
}

}  // namespace mcmc
