#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mcmc/coordinate_sweep.hpp"
#include "mcmc/options.hpp"

/// Metropolis updates of one parameter after another, each with a normal proposal.
///
/// Each update is reversible, the whole is not: its reversal makes the updates in the opposite
/// order, which `CoordinateSweep` sees to. A transition of another form inherits from
/// `mcmc::Transition`, and says itself what its `reversal()` is.
class MyTransition final : public mcmc::CoordinateSweep {
 public:
  struct Options {
    mcmc::Target* target = nullptr;
    double scale = 1;
    void declare(mcmc::OptionTable& table) {
      table.add("target", target).required().doc("The density to sample");
      table.add("scale", scale).above(0).doc("Standard deviation of the proposals");
    }
  };
  explicit MyTransition(const Options& options)
      : mcmc::CoordinateSweep(*options.target, options.target->parameters().size()),
        scale_(options.scale) {}

 private:
  void update(std::size_t position, mcmc::State& x, mcmc::Random& random,
              mcmc::StepReport& report) override {
    double& coordinate = x.x[static_cast<Eigen::Index>(position)];
    const double old_value = coordinate;
    const double before = target().log_density(x);
    coordinate += scale_ * random.normal();
    const double acceptance = std::min(1.0, std::exp(target().log_density(x) - before));
    report.proposal(acceptance);
    if (!random.bernoulli(acceptance)) coordinate = old_value;
  }

  double scale_;
};
