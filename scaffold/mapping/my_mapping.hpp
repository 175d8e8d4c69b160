#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mcmc/error.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/options.hpp"

/// Surrogate transitions. Up: y is x itself. An update proposes y', where `steps` steps of a
/// transition of an approximation pi* lead, and accepts it with probability min(1, w(y') / w(y)),
/// w = pi / pi*. Down: x' is y.
///
/// As the transition is reversible for pi*, an update is reversible for pi, and so is the whole.
class MyMapping final : public mcmc::Mapping {
 public:
  struct Options {
    mcmc::Target* target = nullptr;
    mcmc::Transition* chain = nullptr;
    std::size_t steps = 5;
    void declare(mcmc::OptionTable& table) {
      table.add("target", target).required().doc("The density to sample: pi");
      table.add("chain", chain)
          .required()
          .doc("The transition that proposes; its target is the approximation pi*");
      table.add("steps", steps).at_least(1).doc("Steps of the chain for one proposal");
    }
  };
  explicit MyMapping(const Options& options)
      : target_(options.target), chain_(options.chain), steps_(options.steps) {
    if (!chain_->is_reversible())
      throw mcmc::OptionError("chain", "expected a transition that is its own reversal");
    mcmc::require_same_parameters("chain", chain_->target(), *target_);
  }

  mcmc::Target& target() const override { return *target_; }
  bool is_reversible() const override { return true; }

  void map_up(const mcmc::State& x, mcmc::Random&) override { y_ = x; }
  void map_down(mcmc::State& x, mcmc::Random&) override { x = y_; }
  void abandon() override {}

  void update(mcmc::Random& random, mcmc::StepReport& report) override {
    const double before = log_weight(y_);
    if (!std::isfinite(before)) {  // the approximation's chain cannot start here
      report.proposal(0);
      return;
    }
    proposal_ = y_;
    mcmc::StepReport of_the_chain;
    for (std::size_t i = 0; i < steps_; ++i) chain_->step(proposal_, random, of_the_chain);
    const double acceptance = std::min(1.0, std::exp(log_weight(proposal_) - before));
    report.proposal(acceptance);
    if (random.bernoulli(acceptance)) y_ = proposal_;
  }

 private:
  double log_weight(const mcmc::State& x) {
    return target_->log_density(x) - chain_->target().log_density(x);
  }

  mcmc::Target* target_;
  mcmc::Transition* chain_;
  std::size_t steps_;
  mcmc::State y_;
  mcmc::State proposal_;
};
