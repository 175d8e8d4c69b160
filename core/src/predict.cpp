#include "mcmc/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "mcmc/abilities.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/pipeline.hpp"
#include "normal_mixture.hpp"
#include "run_directory.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;

void require_run_folder(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw Error(ExitCode::no_input,
                fmt::format("{} is no folder; expected the folder of a run", folder.string()));
  if (!fs::exists(RunDirectory(folder).pipeline(), ignored))
    throw Error(ExitCode::no_input, fmt::format("{} holds no pipeline.yaml; expected the folder of "
                                                "a run, with its pipeline and its draws",
                                                folder.string()));
}

std::unique_ptr<Predictor> predictor_of(const Target& target, const fs::path& new_cases,
                                        Predicted what) {
  if (const auto* able = dynamic_cast<const CanPredict*>(&target.density()))
    return able->predictor(new_cases, what);
  throw Error(ExitCode::usage, fmt::format("the draws are those of \"{}\", a density that predicts "
                                           "nothing; expected one such as gp.exact",
                                           target.name()));
}

/// The parameters of all draws, one draw in each column, chain after chain.
Eigen::MatrixXd pooled(const Draws& draws, const ParameterNames& names) {
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

/// Evenly spaced columns, with the first and last half a space from the ends.
Eigen::MatrixXd evenly_spaced(const Eigen::MatrixXd& points, Index count) {
  Eigen::MatrixXd chosen(points.rows(), count);
  for (Index i = 0; i < count; ++i)
    chosen.col(i) = points.col((2 * i + 1) * points.cols() / (2 * count));
  return chosen;
}

/// Points with the number of draws that are at them.
struct DistinctDraws {
  Eigen::MatrixXd points;  ///< one in each column
  Eigen::VectorXd counts;
};

/// A chain that stays where it is repeats its draw, which then need not be predicted again.
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

/// Warns when the density is not what it was during the run, as when its data have changed.
void compare_with_the_run(Density& density, const Draws& draws, const Eigen::VectorXd& first,
                          std::vector<std::string>& warnings) {
  const auto column = draws.find("lp__");
  if (!column) return;
  const double then = draws.chains.front()(0, static_cast<Index>(*column));
  const Evaluation now = density.log_density(first);
  constexpr double tolerance = 1e-6;
  if (!now.failed() && std::abs(now.log_density() - then) <= tolerance * (1 + std::abs(then)))
    return;
  warnings.push_back(fmt::format(
      "the log density at the first draw is {}, but was {} during the run: did the data change?",
      now.failed() ? std::string(to_string(now.failure())) : fmt::format("{}", now.log_density()),
      then));
}

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

void tell_of_responses(PosteriorPrediction& prediction, Predicted what) {
  const Eigen::VectorXd& densities = prediction.log_predictive_density;
  const Index known = (!prediction.cases.response.array().isNaN()).count();
  if (known > 0 && what == Predicted::latent)
    prediction.notices.push_back("the responses in the file are not used: f is never observed");
  if (densities.size() == 0) return;
  const double sum = densities.array().isNaN().select(0, densities).sum();
  prediction.notices.push_back(
      fmt::format("log predictive density of {} known response{}: {:.6g}, on average {:.4g}", known,
                  known == 1 ? "" : "s", sum, sum / static_cast<double>(known)));
}

void tell_of_failures(PosteriorPrediction& prediction, const Parts& parts, Index used) {
  if (parts.draws_left_out > 0)
    prediction.warnings.push_back(fmt::format(
        "{} of {} draws were left out: {}", parts.draws_left_out, used, to_string(parts.failure)));
  if (parts.clamped > 0)
    prediction.warnings.push_back(
        fmt::format("{} variances were below zero by rounding and were set to it", parts.clamped));
}

}  // namespace

PosteriorPrediction predict(const fs::path& run_folder, const Registry& registry,
                            const fs::path& new_cases, const PredictSettings& settings) {
  const FlushSubnormals flush_subnormals;
  require_run_folder(run_folder);
  const Pipeline pipeline(RunDirectory(run_folder).pipeline(), registry, {}, settings.permissions);
  const ChainPlan plan = pipeline.build();
  const Target& target = plan.target();
  const auto predictor = predictor_of(target, new_cases, settings.what);

  const Draws draws = read_draws({run_folder});
  Eigen::MatrixXd points = pooled(draws, target.parameters());
  const Index all = points.cols();
  std::vector<std::string> warnings;
  compare_with_the_run(target.density(), draws, points.col(0), warnings);
  if (settings.draws && static_cast<Index>(*settings.draws) < all)
    points = evenly_spaced(points, static_cast<Index>(*settings.draws));
  const DistinctDraws distinct = merge_repeated(points);

  const Parts parts = predict_each(*predictor, distinct, target.on_failure(), settings);
  PosteriorPrediction prediction = integrate(parts, predictor->cases(), settings.what);
  prediction.warnings = std::move(warnings);
  prediction.notices = draws.notices;
  prediction.notices.push_back(fmt::format(
      "{} cases predicted with {} of the {} draws of {} chains ({} distinct)",
      prediction.mean.size(), points.cols(), all, draws.chains.size(), distinct.counts.size()));
  if (!prediction.cases.unused_columns.empty())
    prediction.notices.push_back(fmt::format("columns that are not used: {}",
                                             fmt::join(prediction.cases.unused_columns, ", ")));
  tell_of_responses(prediction, settings.what);
  tell_of_failures(prediction, parts, points.cols());
  return prediction;
}

}  // namespace mcmc
