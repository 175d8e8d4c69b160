#include "chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "failure_words.hpp"
#include "mcmc/error.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/thread_clock.hpp"

namespace mcmc {
namespace {

constexpr int prior_draws_tried = 100;

std::string in_words(const State& state) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i)
    text += fmt::format("{}{}: {}", i ? ", " : "", (*state.names)[i],
                        state.x[static_cast<Eigen::Index>(i)]);
  return "{" + text + "}";
}

/// The failure that was counted since `before`, or none.
Failure failure_since(const PerFailure<std::uint64_t>& before, const Ledger& after) {
  for (std::size_t i = 0; i < before.size(); ++i)
    if (after.failures[i] > before[i]) return static_cast<Failure>(i);
  return Failure::none;
}

/// Readers of draw files know no infinities.
double finite(double value) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::isnan(value) ? 0 : std::clamp(value, -largest, largest);
}

class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(&seconds) {}
  ~Stopwatch() {
    *seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double* seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

DrawSink::~DrawSink() = default;

DrawColumns::DrawColumns(const Target& target)
    : names_{"lp__", "accept_stat__"},
      derived_(dynamic_cast<const HasDerivedOutputs*>(&target.density())),
      prior_(dynamic_cast<const HasLogPrior*>(&target.density())),
      parameters_(static_cast<Eigen::Index>(target.parameters().size())) {
  names_.insert(names_.end(), target.parameters().begin(), target.parameters().end());
  if (derived_ != nullptr) {
    const std::vector<std::string> derived = derived_->derived_names();
    derived_count_ = static_cast<Eigen::Index>(derived.size());
    names_.insert(names_.end(), derived.begin(), derived.end());
  }
  if (prior_ != nullptr) names_.emplace_back("log_likelihood");
}

std::vector<std::string> DrawColumns::notes() const {
  return derived_ == nullptr ? std::vector<std::string>{} : derived_->derived_notes();
}

void DrawColumns::fill(Target& target, const State& state, const StepReport& report,
                       Eigen::VectorXd& row) const {
  const double log_density = target.log_density(state);
  row[0] = log_density;
  row[1] = report.mean_acceptance();
  row.segment(2, parameters_) = state.x;
  if (derived_ != nullptr) derived_->derive(state.x, row.segment(2 + parameters_, derived_count_));
  if (prior_ != nullptr) row[row.size() - 1] = log_density - prior_->log_prior(state.x);
  row = row.unaryExpr(&finite);
}

Chain::Chain(ChainPlan plan, std::size_t number)
    : plan_(std::move(plan)),
      number_(number),
      random_(make_random_stream(plan_.sample.seed, number, Purpose::sampling)),
      learners_(plan_.graph.all<Learner>()),
      state_{target().shared_parameters(),
             Eigen::VectorXd(static_cast<Eigen::Index>(target().parameters().size()))},
      columns_(target()),
      row_(static_cast<Eigen::Index>(columns_.names().size())) {}

std::vector<Target*> Chain::targets_of_the_run() const {
  std::vector<Target*> targets{&target()};
  for (const WarmupPhase& phase : plan_.sample.warmup) {
    Target* used = &phase.transition->target();
    if (std::find(targets.begin(), targets.end(), used) == targets.end()) targets.push_back(used);
  }
  return targets;
}

bool Chain::is_possible(State& state, std::string& why_not) {
  for (Target* used : targets_of_the_run()) {
    const PerFailure<std::uint64_t> before = used->ledger().failures;
    if (used->log_density(state) > -std::numeric_limits<double>::infinity()) continue;
    const Failure failure = failure_since(before, used->ledger());
    why_not = failure == Failure::none
                  ? fmt::format(
                        "the log density of \"{}\" is minus infinity at {}: it is outside "
                        "the support",
                        used->name(), in_words(state))
                  : fmt::format("the log density of \"{}\" could not be computed at {}: {}",
                                used->name(), in_words(state), in_words(failure, used->density()));
    return false;
  }
  return true;
}

void Chain::find_start() {
  std::string why_not;
  const Node& start = plan_.sample.start;
  if (!start.is_scalar()) {
    state_.x = start_values(start, target().parameters());
    if (is_possible(state_, why_not)) return;
    throw Error(ExitCode::bad_pipeline, start.mark(),
                fmt::format("\"start\": {}; choose another start", why_not));
  }
  const auto& prior = dynamic_cast<const CanDrawPrior&>(target().density());
  const auto random = make_random_stream(plan_.sample.seed, number_, Purpose::start);
  for (int i = 0; i < prior_draws_tried; ++i) {
    prior.draw_prior(*random, state_.x);
    if (is_possible(state_, why_not)) return;
  }
  throw Error(
      ExitCode::bad_pipeline, start.mark(),
      fmt::format("\"start\": none of {} draws from the prior can be a start (chain {}); the last: "
                  "{}; give values, or a prior that fits the data",
                  prior_draws_tried, number_, why_not));
}

void Chain::begin_warmup() {
  for (Learner* learner : learners_)
    if (Target* observed = learner->observed_target()) observed->add_observer(*learner);
}

void Chain::warm_up(std::size_t phase, DrawSink* sink, const AfterIteration& after) {
  const Stopwatch watch(warmup_seconds_);
  const WarmupPhase& plan = plan_.sample.warmup[phase];
  for (std::size_t i = 0; i < plan.iterations; ++i) {
    StepReport report;
    plan.transition->step(state_, *random_, report);
    if (sink != nullptr) {
      columns_.fill(target(), state_, report, row_);
      sink->write(row_);
    }
    for (Learner* learner : learners_) learner->tune();
    if (!after()) return;
  }
}

void Chain::end_warmup() {
  for (Target* used : plan_.graph.all<Target>()) used->remove_observers();
  for (Learner* learner : learners_) learner->freeze();
  forget_learned_values();
}

void Chain::forget_learned_values() {
  const auto is_learned = [](const Target* target) {
    return dynamic_cast<const Learner*>(&target->density()) != nullptr;
  };
  const std::vector<Target*> targets = plan_.graph.all<Target>();
  if (std::none_of(targets.begin(), targets.end(), is_learned)) return;
  for (Target* target : targets) {
    const bool is_source = std::any_of(learners_.begin(), learners_.end(), [&](Learner* learner) {
      return learner->observed_target() == target;
    });
    // A power of a learned density, say, has changed with it; what learners learn from has not.
    if (is_learned(target) || !is_source) target->cache().clear();
  }
}

void Chain::sample(DrawSink& sink, const AfterIteration& after) {
  const Stopwatch watch(sampling_seconds_);
  const double cpu_before = thread_cpu_seconds();
  const std::uint64_t evaluations_before = target().ledger().evaluations();
  bool go_on = true;
  while (draws_kept_ < plan_.sample.draws && go_on) {
    StepReport report;
    std::size_t iteration = 0;
    for (; iteration < plan_.sample.thin && go_on; ++iteration) {
      plan_.sample.transition->step(state_, *random_, report);
      ++sampling_iterations_;
      go_on = after();
    }
    if (iteration < plan_.sample.thin) break;  // stopped before the draw was due
    keep_draws(report, sink);
  }
  sampling_cpu_seconds_ += thread_cpu_seconds() - cpu_before;
  sampling_evaluations_ += target().ledger().evaluations() - evaluations_before;
}

void Chain::keep_draws(const StepReport& report, DrawSink& sink) {
  const auto keep = [&](const State& state) {
    columns_.fill(target(), state, report, row_);
    sink.write(row_);
    ++draws_kept_;
  };
  const std::vector<State>* marked = marked_states();
  if (marked == nullptr) {
    keep(state_);
    return;
  }
  for (const State& state : *marked)
    if (draws_kept_ < plan_.sample.draws) keep(state);
}

const std::vector<State>* Chain::marked_states() const {
  const auto* mapped = dynamic_cast<const MappedTransition*>(plan_.sample.transition);
  if (mapped == nullptr || mapped->marked_states().empty()) return nullptr;
  return &mapped->marked_states();
}

std::size_t Chain::draws_at_once() const {
  const std::vector<State>* marked = marked_states();
  return marked == nullptr ? 1 : marked->size();
}

}  // namespace mcmc
