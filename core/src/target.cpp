#include "mcmc/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "failure_words.hpp"
#include "mcmc/error.hpp"
#include "mcmc/thread_clock.hpp"

namespace mcmc {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Reading the thread's clock costs 0.2 microseconds, too much for a cheap density, so such a
/// density is timed now and then. A prime number, so that no sweep keeps hitting one coordinate.
std::uint32_t evaluations_per_timing(double mean_seconds) {
  constexpr double cheap = 20e-6;
  return mean_seconds > cheap ? 1 : 61;
}

Evaluation checked(Evaluation evaluation) {
  if (evaluation.failed()) return evaluation;
  const double value = evaluation.log_density();
  const bool allowed = std::isfinite(value) || value == minus_infinity;
  return allowed ? evaluation : Evaluation(Failure::not_finite);
}

std::string in_words(const ParameterNames& names, const Eigen::VectorXd& x) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names[i], x[static_cast<Eigen::Index>(i)]);
  return text;
}

}  // namespace

Target::Target(std::string name, Density& density, Cache& cache, OnFailure on_failure)
    : name_(std::move(name)),
      density_(&density),
      cache_(&cache),
      on_failure_(on_failure),
      names_(std::make_shared<const ParameterNames>(density.parameters())) {}

Target::~Target() = default;

double Target::log_density(const State& state) {
  if (state.size() != names_->size()) refuse_dimension(state.size());
  ++ledger_.calls;
  const std::optional<double> known = cache_->find(state.x);
  if (!known) return compute(state);
  ++ledger_.cache_hits;
  show_observers(state.x, *known);
  return *known;
}

void Target::refuse_dimension(std::size_t size) const {
  throw Error(ExitCode::internal,
              fmt::format("the density \"{}\" of {} parameters was asked about {}", name_,
                          names_->size(), size));
}

double Target::compute(const State& state) {
  const Evaluation evaluation = checked(timed_evaluation(state.x));
  if (evaluation.failed()) {
    reject(evaluation.failure(), state.x);
    return minus_infinity;
  }
  cache_->insert(state.x, evaluation.log_density());
  show_observers(state.x, evaluation.log_density());
  return evaluation.log_density();
}

void Target::reject(Failure failure, const Eigen::VectorXd& x) {
  ++ledger_.failures[static_cast<std::size_t>(failure)];
  if (on_failure_ == OnFailure::reject) return;
  throw NumericalFailure(
      fmt::format("the density \"{}\" failed ({}) at {}; with `on_failure: reject` such points "
                  "count as outside the support",
                  name_, in_words(failure, *density_), in_words(*names_, x)));
}

Evaluation Target::timed_evaluation(const Eigen::VectorXd& x) {
  if (++untimed_in_a_row_ < evaluations_per_timing_) return density_->log_density(x);
  const double before = thread_cpu_seconds();
  const double start = thread_cpu_seconds();
  const Evaluation evaluation = density_->log_density(x);
  const double cost_of_reading = start - before;
  const double seconds = std::max(0.0, thread_cpu_seconds() - start - cost_of_reading);
  ledger_.cpu_seconds += seconds * untimed_in_a_row_;
  untimed_in_a_row_ = 0;
  evaluations_per_timing_ =
      evaluations_per_timing(ledger_.cpu_seconds / static_cast<double>(ledger_.evaluations()));
  return evaluation;
}

void Target::show_observers(const Eigen::VectorXd& x, double log_density) {
  for (Learner* observer : observers_) observer->observe(x, log_density);
}

void Target::add_observer(Learner& observer) {
  observers_.push_back(&observer);
}
void Target::remove_observers() {
  observers_.clear();
}

}  // namespace mcmc
