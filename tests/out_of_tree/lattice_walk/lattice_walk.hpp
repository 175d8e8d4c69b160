#pragma once

#include <algorithm>
#include <cmath>

#include "mcmc/options.hpp"
#include "mcmc/transition.hpp"

/// Metropolis updates on the lattice of points that are `spacing` apart: one coordinate, chosen at
/// random, goes one point up or down.
class LatticeWalk final : public mcmc::Transition {
 public:
  struct Options {
    mcmc::Target* target = nullptr;
    double spacing = 1;
    void declare(mcmc::OptionTable& table) {
      table.add("target", target).required().doc("The density to sample");
      table.add("spacing", spacing).above(0).doc("Distance of neighbouring points");
    }
  };
  explicit LatticeWalk(const Options& options)
      : target_(options.target), spacing_(options.spacing) {}

  mcmc::Target& target() const override { return *target_; }
  mcmc::Transition* reversal() override { return this; }

 private:
  void move(mcmc::State& x, mcmc::Random& random, mcmc::StepReport& report) override {
    const double before = target_->log_density(x);
    double& coordinate = x.x[static_cast<Eigen::Index>(random.below(x.size()))];
    const double old_value = coordinate;
    coordinate += random.bernoulli(0.5) ? spacing_ : -spacing_;
    const double acceptance = std::min(1.0, std::exp(target_->log_density(x) - before));
    report.proposal(acceptance);
    if (!random.bernoulli(acceptance)) coordinate = old_value;
  }

  mcmc::Target* target_;
  double spacing_;
};
