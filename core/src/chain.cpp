#include "chain.hpp"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

Chain::Chain(ChainPlan plan, std::size_t number)
    : plan_(std::move(plan)),
      number_(number),
      random_(make_random_stream(plan_.sample.seed, number, Purpose::sampling)),
      learners_(plan_.graph.all<Learner>()),
      state_{target().shared_parameters(),
             Eigen::VectorXd(static_cast<Eigen::Index>(target().parameters().size()))},
      columns_(target()),
      row_(Eigen::VectorXd::Constant(static_cast<Eigen::Index>(columns_.names().size()),
                                     std::numeric_limits<double>::quiet_NaN())),
      draws_wanted_(plan_.sample.draws) {}

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

std::size_t Chain::iterations_done() const {
  std::size_t done = progress_.iterations;
  for (std::size_t phase = 0; phase < progress_.phase; ++phase)
    done += plan_.sample.warmup[phase].iterations * plan_.sample.warmup[phase].rounds;
  if (!is_sampling()) done += progress_.round * plan_.sample.warmup[progress_.phase].iterations;
  return done;
}

void Chain::begin_warmup() {
  for (Learner* learner : learners_)
    if (Target* observed = learner->observed_target()) observed->add_observer(*learner);
}

void Chain::warm_up(DrawSink* sink, const AfterIteration& after) {
  stopwatch_.start(warmup_seconds_);
  const WarmupPhase& plan = plan_.sample.warmup[progress_.phase];
  bool go_on = true;
  while (progress_.iterations < plan.iterations && go_on) {
    StepReport report;
    plan.transition->step(state_, *random_, report);
    if (sink != nullptr) {
      columns_.fill(target(), state_, report, row_);
      sink->write(row_);
    }
    for (Learner* learner : learners_) learner->tune();
    ++progress_.iterations;
    go_on = after();
  }
  stopwatch_.stop();
}

bool Chain::is_at_barrier() const {
  return !is_sampling() && progress_.iterations == plan_.sample.warmup[progress_.phase].iterations;
}

void Chain::pass_barrier() {
  const WarmupPhase& plan = plan_.sample.warmup[progress_.phase];
  const bool is_last_round = progress_.round + 1 == plan.rounds;
  progress_ = is_last_round ? Progress{progress_.phase + 1, 0, 0}
                            : Progress{progress_.phase, progress_.round + 1, 0};
  if (is_sampling()) freeze();
}

void Chain::freeze() {
  if (is_frozen_) return;
  is_frozen_ = true;
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
  stopwatch_.start(sampling_seconds_);
  const double cpu_before = thread_cpu_seconds();
  const std::uint64_t evaluations_before = target().ledger().evaluations();
  keep_left_over(sink);
  bool go_on = true;
  while (draws_kept_ < draws_wanted_ && go_on) {
    iterate(sink);
    go_on = after();
  }
  sampling_cpu_seconds_ += thread_cpu_seconds() - cpu_before;
  sampling_evaluations_ += target().ledger().evaluations() - evaluations_before;
  stopwatch_.stop();
}

void Chain::iterate(DrawSink& sink) {
  note_moment();
  if (since_draw_ == 0) report_ = {};
  plan_.sample.transition->step(state_, *random_, report_);
  ++progress_.iterations;
  if (++since_draw_ < plan_.sample.thin) return;
  since_draw_ = 0;
  keep_draws(sink);
}

void Chain::keep(const State& state, DrawSink& sink) {
  columns_.fill(target(), state, report_, row_);
  sink.write(row_);
  ++draws_kept_;
}

void Chain::keep_draws(DrawSink& sink) {
  const std::vector<State>* marked = marked_states();
  if (marked == nullptr) {
    keep(state_, sink);
    return;
  }
  for (const State& state : *marked)
    draws_kept_ < draws_wanted_ ? keep(state, sink) : left_over_.push_back(state);
}

/// A longer run goes on with them.
void Chain::keep_left_over(DrawSink& sink) {
  std::size_t kept = 0;
  for (; kept < left_over_.size() && draws_kept_ < draws_wanted_; ++kept)
    keep(left_over_[kept], sink);
  left_over_.erase(left_over_.begin(), left_over_.begin() + static_cast<std::ptrdiff_t>(kept));
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
