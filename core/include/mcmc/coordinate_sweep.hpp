#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/transition.hpp"

namespace mcmc {

/// A transition that makes a fixed number of updates one after another, as of chosen coordinates or
/// of blocks of them. Each update is reversible for the target, so the reversal makes them in the
/// opposite order; it calls the same `update`, so it shares whatever that has tuned. A sweep of one
/// update is its own reversal.
class CoordinateSweep : public Transition {
 public:
  ~CoordinateSweep() override;

  Target& target() const final { return *target_; }
  Transition* reversal() final { return reversed_ ? reversed_.get() : this; }

 protected:
  /// @pre `target` outlives this; updates > 0
  CoordinateSweep(Target& target, std::size_t updates);

 private:
  class Reversed;

  /// Update number `position`, counted from 0: reversible for the target by itself.
  virtual void update(std::size_t position, State& x, Random& random, StepReport& report) = 0;
  void move(State& x, Random& random, StepReport& report) final;

  Target* target_;
  std::size_t updates_;
  std::unique_ptr<Transition> reversed_;  // null where this is its own reversal
};

/// The coordinates that the option `parameters:` chooses, in its order: all of the target's when it
/// is empty, and then it is filled in for the written-back pipeline. The name of a vector parameter
/// stands for all its elements.
/// @throws OptionError for a name that the target has not, or a coordinate that is chosen twice
std::vector<std::size_t> chosen_coordinates(const Target& target,
                                            std::vector<std::string>& parameters);

}  // namespace mcmc
