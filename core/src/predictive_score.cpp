#include "mcmc/predictive_score.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "mcmc/abilities.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "posterior_prediction.hpp"
#include "run_folder.hpp"
#include "scores_of_draws.hpp"

namespace mcmc {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;

/// Of all weights, what a case's largest ones leave of the draws' number before it is told.
constexpr double least_effective_part = 0.1;

double log_sum_exp(const ArrayXd& values) {
  const double highest = values.maxCoeff();
  return std::isfinite(highest) ? highest + std::log((values - highest).exp().sum()) : highest;
}

ArrayXd log_normal_densities(const Eigen::VectorXd& values, const Prediction& prediction) {
  const ArrayXd variance = prediction.variance.array();
  return -0.5 * ((values - prediction.mean).array().square() / variance +
                 (2 * std::numbers::pi * variance).log());
}

/// log p(y_i | ..., theta) of each known response: distinct draws x cases, with the draws' numbers.
struct LogDensities {
  Eigen::ArrayXXd values;
  ArrayXd counts;
  std::vector<std::string> warnings;
};

LogDensities log_densities(Predictor& predictor, const DistinctDraws& draws, const Target& target,
                           const ScoreSettings& settings) {
  std::vector<Index> known;
  const Eigen::VectorXd& response = predictor.cases().response;
  for (Index i = 0; i < response.size(); ++i)
    if (!std::isnan(response[i])) known.push_back(i);
  LogDensities found;
  found.values.resize(draws.counts.size(), static_cast<Index>(known.size()));
  found.counts.resize(draws.counts.size());
  Index row = 0;
  const PredictionTally tally = for_each_prediction(
      predictor, draws, target.on_failure(), settings.progress,
      [&](const Prediction& prediction, double count) {
        found.values.row(row) = log_normal_densities(response, prediction)(known).transpose();
        found.counts[row++] = count;
      });
  found.values.conservativeResize(row, Eigen::NoChange);
  found.counts.conservativeResize(row);
  found.warnings = tally.warnings();
  return found;
}

PredictiveScore summed_up(std::string of, const ArrayXd& terms, LogDensities& densities) {
  PredictiveScore score;
  score.of = std::move(of);
  score.cases = static_cast<std::size_t>(terms.size());
  score.log_predictive_density = terms.sum();
  const auto n = static_cast<double>(terms.size());
  const double squares = (terms - terms.mean()).square().sum();
  score.standard_error =
      n > 1 ? std::sqrt(n * squares / (n - 1)) : std::numeric_limits<double>::quiet_NaN();
  score.draws = static_cast<std::size_t>(densities.counts.sum());
  score.warnings = std::move(densities.warnings);
  return score;
}

PredictiveScore leave_one_out_score(LogDensities densities) {
  const ArrayXd log_counts = densities.counts.log();
  const double log_draws = std::log(densities.counts.sum());
  const Index cases = densities.values.cols();
  ArrayXd weighted(cases), unweighted(cases), effective(cases);
  for (Index i = 0; i < cases; ++i) {
    const ArrayXd of_case = densities.values.col(i);
    const double log_weights = log_sum_exp(log_counts - of_case);
    weighted[i] = log_draws - log_weights;
    unweighted[i] = log_sum_exp(log_counts + of_case) - log_draws;
    effective[i] = std::exp(2 * log_weights - log_sum_exp(log_counts - 2 * of_case));
  }
  PredictiveScore score = summed_up("leave-one-out", weighted, densities);
  score.unweighted = unweighted.sum();
  score.effective_draws = effective.minCoeff();
  const double least = least_effective_part * static_cast<double>(score.draws);
  if (const Index few = (effective < least).count(); few > 0)
    score.warnings.push_back(fmt::format(
        "leave-one-out: what is said of {} of {} cases rests on few draws ({:.3g} of {} "
        "for one), since without them the posterior is another one; take more with "
        "--score-draws, or run without these cases",
        few, cases, score.effective_draws, score.draws));
  return score;
}

PredictiveScore held_out_score(const std::string& file, LogDensities densities) {
  const ArrayXd log_counts = densities.counts.log();
  const double log_draws = std::log(densities.counts.sum());
  ArrayXd terms(densities.values.cols());
  for (Index i = 0; i < terms.size(); ++i)
    terms[i] = log_sum_exp(log_counts + densities.values.col(i)) - log_draws;
  return summed_up(file, terms, densities);
}

[[noreturn]] void refuse(const Target& target, const std::string& ability) {
  throw Error(ExitCode::usage,
              fmt::format("the draws are those of \"{}\", a density that {}; expected one such as "
                          "gp.exact",
                          target.name(), ability));
}

std::unique_ptr<Predictor> leave_one_out_of(const Target& target) {
  const auto* able = dynamic_cast<const CanLeaveOneOut*>(&target.density());
  if (able == nullptr) refuse(target, "cannot leave cases out");
  return able->leave_one_out();
}

std::unique_ptr<Predictor> held_out_of(const Target& target, const std::filesystem::path& file) {
  const auto* able = dynamic_cast<const CanPredict*>(&target.density());
  if (able == nullptr) refuse(target, "predicts nothing");
  std::unique_ptr<Predictor> predictor = able->predictor(file, Predicted::response);
  const Eigen::VectorXd& response = predictor->cases().response;
  if (response.size() == 0 || response.array().isNaN().all())
    throw Error(ExitCode::bad_data,
                fmt::format("{}: no response is known; expected cases with their responses",
                            file.string()));
  return predictor;
}

}  // namespace

void require_scores(const Target& target, const ScoreSettings& settings) {
  if (settings.leave_one_out) leave_one_out_of(target);
  if (settings.held_out) held_out_of(target, *settings.held_out);
}

std::vector<PredictiveScore> scores_of_draws(const Target& target, const Draws& draws,
                                             const ScoreSettings& settings) {
  const FlushSubnormals flush_subnormals;
  Eigen::MatrixXd points = pooled_points(draws, target.parameters());
  if (static_cast<Index>(settings.draws) < points.cols())
    points = evenly_spaced(points, static_cast<Index>(settings.draws));
  const DistinctDraws distinct = merge_repeated(points);
  std::vector<PredictiveScore> scores;
  if (settings.leave_one_out)
    scores.push_back(
        leave_one_out_score(log_densities(*leave_one_out_of(target), distinct, target, settings)));
  if (settings.held_out)
    scores.push_back(held_out_score(
        settings.held_out->string(),
        log_densities(*held_out_of(target, *settings.held_out), distinct, target, settings)));
  return scores;
}

std::vector<PredictiveScore> predictive_scores(const std::filesystem::path& run_folder,
                                               const Registry& registry,
                                               const ScoreSettings& settings) {
  const Pipeline pipeline = pipeline_of_run(run_folder, registry, settings.permissions);
  const ChainPlan plan = pipeline.build();
  require_scores(plan.target(), settings);
  const Draws draws = read_draws({run_folder});
  std::vector<PredictiveScore> scores = scores_of_draws(plan.target(), draws, settings);
  const Eigen::MatrixXd points = pooled_points(draws, plan.target().parameters());
  if (const auto change = difference_from_the_run(plan.target().density(), draws, points.col(0)))
    scores.front().warnings.push_back(*change);
  return scores;
}

}  // namespace mcmc
