#include "mcmc/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "ensemble.hpp"
#include "evaluation_time.hpp"
#include "mcmc/diagnostics.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/summary.hpp"
#include "memory_draws.hpp"
#include "scores_of_draws.hpp"
#include "stopping_rule.hpp"

namespace mcmc {
namespace {

/// One run of one pipeline.
struct Measured {
  double autocorrelation_time;        ///< in iterations
  double autocorrelation_time_error;  ///< between chains
  double cpu_per_iteration;
  double acceptance;
  double evaluations_per_iteration;
  double seconds_per_full_evaluation;
  Eigen::VectorXd autocorrelation;  ///< of kept draws
  double iterations_per_draw;
  std::vector<PredictiveScore> scores;  ///< of the first seed's run

  double cost() const { return autocorrelation_time * cpu_per_iteration; }
};

/// It may still remember the start.
Draws without_first_third(Draws draws) {
  for (Eigen::MatrixXd& chain : draws.chains)
    chain = chain.bottomRows(chain.rows() - chain.rows() / 3).eval();
  return draws;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The standard error of the mean of independent values.
double standard_error(const std::vector<double>& values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double count = static_cast<double>(values.size());
  return std::sqrt(squares / (count - 1) / count);
}

/// The CPU time of one evaluation with nothing to reuse, at states spread over the draws.
double seconds_per_full_evaluation(Density& density, const Draws& draws) {
  const FlushSubnormals flush_subnormals;
  constexpr Eigen::Index states = 20;
  const Eigen::MatrixXd& chain = draws.chains.front();
  const auto parameters = static_cast<Eigen::Index>(density.parameters().size());
  const Eigen::Index first_parameter = 2;  // after lp__ and accept_stat__
  double sum = 0;
  for (Eigen::Index i = 1; i <= states; ++i) {
    const Eigen::Index row = i * (chain.rows() - 1) / states;
    sum += seconds_of_full_evaluation(
        density, chain.row(row).segment(first_parameter, parameters).transpose(), 1);
  }
  return sum / static_cast<double>(states);
}

Measured measure(const Ensemble& ensemble, const Draws& draws) {
  const std::string variable = draws.find("log_likelihood") ? "log_likelihood" : "lp__";
  const Eigen::MatrixXd values = draws.column(variable);
  std::vector<double> times_of_chains;
  for (Eigen::Index c = 0; c < values.cols(); ++c)
    times_of_chains.push_back(autocorrelation_time(values.col(c)));
  double iterations = 0, kept = 0, cpu = 0, evaluations = 0;
  for (const auto& chain : ensemble.chains()) {
    iterations += static_cast<double>(chain->sampling_iterations());
    kept += static_cast<double>(chain->draws_kept());
    cpu += chain->sampling_cpu_seconds();
    evaluations += static_cast<double>(chain->sampling_evaluations());
  }
  Target& target = ensemble.chains().front()->target();
  const double iterations_per_draw = iterations / kept;
  return {autocorrelation_time(values) * iterations_per_draw,
          standard_error(times_of_chains) * iterations_per_draw,
          cpu / iterations,
          mean(draws.column("accept_stat__")),
          evaluations / iterations,
          seconds_per_full_evaluation(target.density(), draws),
          autocorrelation(values),
          iterations_per_draw};
}

Measured run_once(const std::filesystem::path& file, const Registry& registry,
                  const CompareSettings& settings, std::uint64_t seed_offset, RunMonitor& monitor) {
  Pipeline::Settings changes = settings.changes;
  if (seed_offset > 0) {
    const std::uint64_t seed =
        Pipeline(file, registry, changes, settings.permissions).build().sample.seed + seed_offset;
    changes.emplace_back("sample.seed", std::to_string(seed));
  }
  const Pipeline pipeline(file, registry, changes, settings.permissions);
  Ensemble ensemble(pipeline, settings.threads, monitor);
  ensemble.find_starts();
  monitor.begin(ensemble.outline());
  ensemble.warm_up(nullptr);
  ensemble.for_each_remark([&](const Remark& remark) {
    const std::string text = file.string() + ": " + remark.text;
    remark.is_warning ? monitor.warn(text) : monitor.note(text);
  });
  MemoryDraws kept(ensemble);
  sample_until_done(
      ensemble, kept.sinks(), [&] { return summarize(kept.draws()); },
      [&](const std::string& reason) { monitor.note(file.string() + ": " + reason); });
  monitor.end();
  if (!ensemble.casualties().empty())
    throw Error(ensemble.casualties().front().code,
                fmt::format("{}: chain {}: {}", file.string(), ensemble.casualties().front().chain,
                            ensemble.casualties().front().reason));
  if (monitor.should_stop() != ExitCode::ok) throw Error(monitor.should_stop(), "stopped");
  const Draws draws = without_first_third(kept.draws());
  Measured measured = measure(ensemble, draws);
  if (seed_offset == 0 && settings.scores.is_wanted()) {
    measured.scores = scores_of_draws(ensemble.chains().front()->target(), draws, settings.scores);
    for (const PredictiveScore& score : measured.scores)
      for (const std::string& warning : score.warnings)
        monitor.warn(file.string() + ": " + warning);
  }
  return measured;
}

/// Builds every pipeline once, so that a mistake in the last is found before the first has run.
void require_one_problem(const CompareSettings& settings, const Registry& registry) {
  ParameterNames first;
  for (const std::filesystem::path& file : settings.pipelines) {
    const Pipeline pipeline(file, registry, settings.changes, settings.permissions);
    if (pipeline.wants_tuning())
      throw Error(
          ExitCode::bad_pipeline,
          fmt::format("{} has \"tune: auto\"; compare the pipeline that `mcmc-host tune {}` "
                      "writes",
                      file.string(), file.string()));
    const ChainPlan plan = pipeline.build();
    require_scores(plan.target(), settings.scores);
    const ParameterNames& parameters = plan.target().parameters();
    if (file == settings.pipelines.front()) first = parameters;
    if (parameters == first) continue;
    throw Error(ExitCode::bad_pipeline,
                fmt::format("{} samples the parameters {}, but {} samples {}; pipelines of one "
                            "problem are compared",
                            settings.pipelines.front().string(), fmt::join(first, ", "),
                            file.string(), fmt::join(parameters, ", ")));
  }
}

ComparedPipeline summed_up(const std::string& name, const std::vector<Measured>& runs,
                           const std::vector<Measured>& first) {
  const auto mean_over_runs = [&](auto member) {
    std::vector<double> values;
    for (const Measured& run : runs) values.push_back(member(run));
    return mean_of(values);
  };
  std::vector<double> times, ratios;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    times.push_back(runs[i].autocorrelation_time);
    ratios.push_back(runs[i].cost() / first[i].cost());
  }
  ComparedPipeline row;
  row.pipeline = name;
  row.autocorrelation_time = mean_of(times);
  row.cpu_per_iteration = mean_over_runs([](const Measured& run) { return run.cpu_per_iteration; });
  row.cost = mean_over_runs([](const Measured& run) { return run.cost(); });
  row.exact_equivalents = mean_over_runs(
      [](const Measured& run) { return run.cost() / run.seconds_per_full_evaluation; });
  row.acceptance = mean_over_runs([](const Measured& run) { return run.acceptance; });
  row.evaluations_per_iteration =
      mean_over_runs([](const Measured& run) { return run.evaluations_per_iteration; });
  row.ratio = mean_of(ratios);
  row.autocorrelation = runs.front().autocorrelation;
  row.iterations_per_draw = runs.front().iterations_per_draw;
  for (const PredictiveScore& score : runs.front().scores) {
    const bool is_held_out = std::isnan(score.unweighted);
    (is_held_out ? row.held_out : row.leave_one_out) = score.log_predictive_density;
    (is_held_out ? row.held_out_error : row.leave_one_out_error) = score.standard_error;
  }
  if (runs.size() > 1) {
    row.autocorrelation_time_error = standard_error(times);
    row.ratio_error = standard_error(ratios);
  } else {
    row.autocorrelation_time_error = runs.front().autocorrelation_time_error;
    const double mine = row.autocorrelation_time_error / row.autocorrelation_time;
    const double others =
        first.front().autocorrelation_time_error / first.front().autocorrelation_time;
    row.ratio_error = &runs == &first ? 0 * row.ratio : row.ratio * std::hypot(mine, others);
  }
  return row;
}

}  // namespace

Comparison::Comparison(CompareSettings settings, const Registry& registry)
    : settings_(std::move(settings)), registry_(&registry) {
  require_one_problem(settings_, registry);
}

std::vector<ComparedPipeline> Comparison::run(RunMonitor& monitor) const {
  const std::vector<std::filesystem::path>& files = settings_.pipelines;
  std::vector<std::vector<Measured>> measured(files.size());
  for (std::size_t seed = 0; seed < settings_.seeds; ++seed)
    for (std::size_t i = 0; i < files.size(); ++i) {
      monitor.note(fmt::format("{}, run {} of {}", files[i].string(), seed + 1, settings_.seeds));
      measured[i].push_back(run_once(files[i], *registry_, settings_, seed, monitor));
    }
  std::vector<ComparedPipeline> rows;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    rows.push_back(summed_up(files[i].stem().string(), measured[i], measured[0]));
    if (std::isnan(rows.back().autocorrelation_time))
      monitor.warn(
          fmt::format("{}: the autocorrelation time is unknown: a chain is too short, or "
                      "never moved",
                      files[i].string()));
  }
  return rows;
}

}  // namespace mcmc
