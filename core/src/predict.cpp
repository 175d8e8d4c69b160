#include "mcmc/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "mcmc/abilities.hpp"
#include "mcmc/counted.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/pipeline.hpp"
#include "posterior_prediction.hpp"
#include "run_folder.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;

std::unique_ptr<Predictor> predictor_of(const Target& target, const fs::path& new_cases,
                                        Predicted what) {
  if (const auto* able = dynamic_cast<const CanPredict*>(&target.density()))
    return able->predictor(new_cases, what);
  throw Error(ExitCode::usage, fmt::format("the draws are those of \"{}\", a density that predicts "
                                           "nothing; expected one such as gp.exact",
                                           target.name()));
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

}  // namespace

PosteriorPrediction predict(const fs::path& run_folder, const Registry& registry,
                            const fs::path& new_cases, const PredictSettings& settings) {
  const FlushSubnormals flush_subnormals;
  const Pipeline pipeline = pipeline_of_run(run_folder, registry, settings.permissions);
  const ChainPlan plan = pipeline.build();
  const Target& target = plan.target();
  const auto predictor = predictor_of(target, new_cases, settings.what);

  const Draws draws = read_draws({run_folder});
  Eigen::MatrixXd points = pooled_points(draws, target.parameters());
  const Index all = points.cols();
  const std::optional<std::string> change =
      difference_from_the_run(target.density(), draws, points.col(0));
  if (settings.posterior_draws && static_cast<Index>(*settings.posterior_draws) < all)
    points = evenly_spaced(points, static_cast<Index>(*settings.posterior_draws));
  const DistinctDraws distinct = merge_repeated(points);

  PosteriorPrediction prediction =
      integrated_prediction(*predictor, distinct, target.on_failure(), settings, plan.sample.seed);
  if (change) prediction.warnings.insert(prediction.warnings.begin(), *change);
  prediction.notices = draws.notices;
  prediction.notices.push_back(
      fmt::format("{} predicted with {} of the {} draws of {} ({} distinct)",
                  counted(static_cast<std::size_t>(prediction.mean.size()), "case"), points.cols(),
                  all, counted(draws.chains.size(), "chain"), distinct.counts.size()));
  if (!prediction.cases.unused_columns.empty())
    prediction.notices.push_back(fmt::format("columns that are not used: {}",
                                             fmt::join(prediction.cases.unused_columns, ", ")));
  tell_of_responses(prediction, settings.what);
  return prediction;
}

}  // namespace mcmc
