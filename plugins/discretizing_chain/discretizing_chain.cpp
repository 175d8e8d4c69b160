#include "discretizing_chain.hpp"

#include <algorithm>
#include <cmath>

#include "mcmc/density.hpp"
#include "mcmc/error.hpp"

namespace mcmc::discretizing_chain {
namespace {

/// Steps of a chain that evaluates its density a few times for each parameter, such that they take
/// half as long as one evaluation of the target.
int affordable_steps(const TuningProblem& problem) {
  constexpr double evaluations_per_parameter = 4, share = 0.5;
  constexpr double least = 1, most = 10, usual = 4;
  // What is still to be learned cannot be timed, but is quick.
  constexpr double seconds_when_learned = 1e-6;
  if (problem.density == nullptr) return usual;
  const double seconds =
      problem.approximation_seconds > 0 ? problem.approximation_seconds : seconds_when_learned;
  const auto parameters = static_cast<double>(problem.density->parameters().size());
  const double step = evaluations_per_parameter * parameters * seconds;
  return static_cast<int>(std::clamp(share * problem.seconds / step, least, most));
}

}  // namespace

std::vector<Proposal> DiscretizingChain::propose(const TuningProblem& problem) {
  if (problem.kernel == nullptr) return {};
  const auto mapping = [&](const std::string& chain, int step) {
    return "{type: discretizing_chain, target: " + problem.label + ", chain: " + chain +
           ", step: " + std::to_string(step) + "}";
  };
  std::vector<Proposal> proposals{
      {"sweep", mapping(problem.kernel->settings, affordable_steps(problem)), {}}};
  if (!problem.kernel->for_parameter.empty())
    proposals.push_back(
        {"each_parameter",
         "{type: for_each_parameter, do: " + mapping(problem.kernel->for_parameter, 1) + "}",
         {}});
  return proposals;
}

void DiscretizingChain::Options::declare(OptionTable& table) {
  table.add("target", target).required().doc("The density to sample: pi");
  table.add("chain", chain)
      .required()
      .doc("The transition R that makes the chain; its target is the approximation pi*");
  table.add("step", step)
      .at_least(1)
      .at_most(1e6)
      .doc("Steps of the chain by which an update proposes to move the mark (the paper's s)");
  table.add("keep_marked", keep_marked)
      .doc("Whether the marked states of all updates are draws; only as sample.transition itself");
}

DiscretizingChain::DiscretizingChain(Options& options)
    : target_(options.target),
      approximation_(&options.chain->target()),
      jump_(static_cast<std::ptrdiff_t>(options.step)),
      keep_marked_(options.keep_marked),
      ahead_{options.chain, {}, 0},
      back_{options.chain->reversal(), {}, 0} {
  if (back_.kernel == nullptr)
    throw OptionError("chain",
                      "this transition has no known reversal, which the chain needs to go back");
  require_same_parameters("chain", *approximation_, *target_);
}

DiscretizingChain::~DiscretizingChain() = default;

void DiscretizingChain::map_up(const State& x, Random&) {
  abandon();
  origin_.state = x;
}

void DiscretizingChain::abandon() {
  origin_.is_weighed = false;
  ahead_.simulated = back_.simulated = 0;
  mark_ = 0;
}

void DiscretizingChain::update(Random& random, StepReport& report) {
  if (!std::isfinite(log_weight(step_at(mark_, random)))) {
    ++stays_;
    report.proposal(0);
    return;
  }
  const std::ptrdiff_t proposed = random.bernoulli(0.5) ? mark_ + jump_ : mark_ - jump_;
  const double there = log_weight(step_at(proposed, random));
  const double acceptance = std::min(1.0, std::exp(there - log_weight(step_at(mark_, random))));
  report.proposal(acceptance);
  if (random.bernoulli(acceptance)) mark_ = proposed;
}

void DiscretizingChain::map_down(State& x, Random& random) {
  x = step_at(mark_, random).state;
}

DiscretizingChain::Step& DiscretizingChain::step_at(std::ptrdiff_t position, Random& random) {
  if (position == 0) return origin_;
  Side& side = position > 0 ? ahead_ : back_;
  const auto wanted = static_cast<std::size_t>(std::abs(position));
  if (side.steps.size() < wanted) side.steps.resize(wanted);
  while (side.simulated < wanted) {
    const State& neighbour =
        side.simulated == 0 ? origin_.state : side.steps[side.simulated - 1].state;
    Step& next = side.steps[side.simulated];
    next.state = neighbour;
    next.is_weighed = false;
    StepReport of_the_approximation;
    side.kernel->step(next.state, random, of_the_approximation);
    ++side.simulated;
  }
  return side.steps[wanted - 1];
}

double DiscretizingChain::log_weight(Step& step) {
  if (!step.is_weighed) {
    step.log_weight = target_->log_density(step.state) - approximation_->log_density(step.state);
    step.is_weighed = true;
  }
  return step.log_weight;
}

void DiscretizingChain::persist(Archive& archive) {
  archive.integer("approximation_zero_at_start", stays_);
}

}  // namespace mcmc::discretizing_chain
