#include "contestant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mcmc/diagnostics.hpp"
#include "tuning_choice.hpp"

namespace mcmc {
namespace {

constexpr const char* any_number = "1000";

/// The warm-up of a trial. What learns a density is first shown some of it.
std::string trial_warmup(const std::string& transition, const std::string& original, bool learns) {
  if (!learns) return fmt::format("[{{transition: {}, iterations: 10}}]", transition);
  return fmt::format(
      "[{{transition: {}, iterations: 5}}, {{transition: {}, iterations: 20, rounds: 10}}]",
      original, transition);
}

/// The pipeline with few chains and a short warm-up, and with labels for its transitions.
Pipeline on_trial(const Pipeline& original, const Pipeline::Settings& additions,
                  const std::string& start) {
  const LabelledTransition standard = own_transition(original);
  Pipeline::Settings settings = standard.settings;
  settings.insert(settings.end(), additions.begin(), additions.end());
  settings.insert(settings.end(), {{"sample.tune", "none"},
                                   {"sample.chains", std::to_string(trial_chains)},
                                   {"sample.until", "{}"},
                                   {"sample.thin", "1"},
                                   {"sample.draws", any_number},
                                   {"sample.warmup", "[]"}});
  if (!start.empty()) settings.emplace_back("sample.start", start);
  const Pipeline pipeline(original, settings);
  LabelledTransition own = own_transition(pipeline);
  own.settings.emplace_back(
      "sample.warmup", trial_warmup(own.label, standard.label, learns_a_density(pipeline.build())));
  return {pipeline, own.settings};
}

/// Of a process of order one with the correlation that successive draws have.
double time_by_jumps(const Eigen::MatrixXd& values, double variance) {
  const Eigen::Index jumps = values.rows() - 1;
  const double mean_square = (values.bottomRows(jumps) - values.topRows(jumps)).squaredNorm() /
                             static_cast<double>(jumps * values.cols());
  const double correlation = 1 - mean_square / (2 * variance);
  constexpr double largest = 0.9999;
  const double bounded = std::clamp(correlation, 0.0, largest);
  return (1 + bounded) / (1 - bounded);
}

}  // namespace

bool learns_a_density(const ChainPlan& plan) {
  const auto learners = plan.graph.all<Learner>();
  return std::any_of(learners.begin(), learners.end(),
                     [](Learner* learner) { return learner->observed_target() != nullptr; });
}

Contestant::Contestant(Trial trial, const Pipeline& original, const Pipeline::Settings& additions,
                       const std::string& start, std::size_t threads, RunMonitor& monitor)
    : trial_(std::move(trial)),
      additions_(additions),
      monitor_(&monitor),
      ensemble_(on_trial(original, additions, start), threads, monitor),
      draws_(ensemble_) {}

void Contestant::require_whole() const {
  if (monitor_->should_stop() != ExitCode::ok) throw Error(monitor_->should_stop(), "stopped");
  if (ensemble_.casualties().empty()) return;
  const Ensemble::Casualty& lost = ensemble_.casualties().front();
  throw Error(lost.code, lost.reason);
}

void Contestant::warm_up() {
  ensemble_.find_starts();
  ensemble_.warm_up(nullptr);
  require_whole();
  ensemble_.for_each_remark([](const Remark& remark) {
    if (remark.is_warning) throw Error(ExitCode::no, remark.text);
  });
}

void Contestant::sample(std::size_t draws) {
  ensemble_.sample(draws, draws_.sinks());
  require_whole();
}

Eigen::MatrixXd Contestant::values() const {
  const Draws draws = draws_.draws();
  return draws.column(draws.find("log_likelihood") ? "log_likelihood" : "lp__");
}

void Contestant::measure(double variance) {
  const Eigen::MatrixXd all = values();
  double iterations = 0, cpu = 0;
  for (const auto& chain : ensemble_.chains()) {
    iterations += static_cast<double>(chain->sampling_iterations());
    cpu += chain->sampling_cpu_seconds();
  }
  trial_.draws = static_cast<std::size_t>(all.size());
  trial_.acceptance = mean(draws_.draws().column("accept_stat__"));
  // From few draws either alone may be far too low.
  trial_.autocorrelation_time = std::max(autocorrelation_time(all), time_by_jumps(all, variance));
  trial_.cpu_per_iteration = cpu / iterations;
  trial_.cost = trial_.autocorrelation_time * trial_.cpu_per_iteration;
}

}  // namespace mcmc
