#include "tempered_transitions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::tempered_transitions {

void TemperedTransitions::Layer::declare(OptionTable& table) {
  table.add("transition", transition)
      .required()
      .doc("The transition of this layer; its target is the layer's density");
}

void TemperedTransitions::Options::declare(OptionTable& table) {
  table.add("target", target).required().doc("The density to sample: pi_0");
  table.add("ladder", ladder)
      .required()
      .doc("The layers 1 to n, most exact first: up with each transition, down with its reversal");
}

TemperedTransitions::TemperedTransitions(Options& options) : target_(options.target) {
  if (options.ladder.empty()) throw OptionError("ladder", "expected at least one layer");
  for (std::size_t i = 0; i < options.ladder.size(); ++i) {
    Transition& transition = *options.ladder[i].transition;
    const std::string place = "ladder." + std::to_string(i + 1) + ".transition";
    if (transition.reversal() == nullptr)
      throw OptionError(place, "this transition has no known reversal, which the way down needs");
    require_same_parameters(place, transition.target(), *target_);
    ladder_.push_back(&transition);
  }
}

TemperedTransitions::~TemperedTransitions() = default;

void TemperedTransitions::map_up(const State& x, Random& random) {
  first_ = x;
  last_ = x;
  is_turned_ = false;
  log_ratio_ = 0;
  if (!walk(random)) {
    ++ways_cut_;
    log_ratio_ = -std::numeric_limits<double>::infinity();
  }
}

bool TemperedTransitions::walk(Random& random) {
  StepReport of_the_ladder;
  for (std::size_t i = 0; i < ladder_.size(); ++i) {
    if (!pass(i == 0 ? *target_ : ladder_[i - 1]->target(), ladder_[i]->target())) return false;
    ladder_[i]->step(last_, random, of_the_ladder);
  }
  for (std::size_t i = ladder_.size(); i-- > 0;) {
    ladder_[i]->reversal()->step(last_, random, of_the_ladder);
    if (!pass(ladder_[i]->target(), i == 0 ? *target_ : ladder_[i - 1]->target())) return false;
  }
  return true;
}

bool TemperedTransitions::pass(Target& from, Target& to) {
  log_ratio_ += to.log_density(last_) - from.log_density(last_);
  return std::isfinite(log_ratio_);
}

void TemperedTransitions::update(Random& random, StepReport& report) {
  const double log_acceptance = is_turned_ ? -log_ratio_ : log_ratio_;
  const double acceptance = std::min(1.0, std::exp(log_acceptance));
  report.proposal(acceptance);
  if (random.bernoulli(acceptance)) is_turned_ = !is_turned_;
}

void TemperedTransitions::map_down(State& x, Random&) {
  x = is_turned_ ? last_ : first_;
}

void TemperedTransitions::persist(Archive& archive) {
  archive.integer("ways_cut", ways_cut_);
}

}  // namespace mcmc::tempered_transitions
