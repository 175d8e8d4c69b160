#pragma once

#include "mcmc/options.hpp"
#include "mcmc/transition.hpp"

namespace mcmc::testing {

/// Leaves everything as it is.
class Stay final : public Transition {
 public:
  struct Options {
    Target* target = nullptr;
    void declare(OptionTable& table) { table.add("target", target).required(); }
  };
  explicit Stay(const Options& options) : target_(options.target) {}
  Target& target() const override { return *target_; }
  Transition* reversal() override { return this; }

 private:
  void move(State&, Random&, StepReport&) override {}
  Target* target_;
};

}  // namespace mcmc::testing
