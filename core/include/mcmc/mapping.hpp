#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"
#include "mcmc/random.hpp"
#include "mcmc/state.hpp"
#include "mcmc/transition.hpp"

namespace mcmc {

/// A temporary mapping x -> y -> y' -> x' (Neal 2006; Wang and Neal 2013, section 2.1).
///
/// With pi the target's distribution and rho that of y when x has distribution pi:
///   map_up    T-hat:   takes x to y;
///   update    T-bar:   takes y to y' and leaves rho invariant;
///   map_down  T-check: takes y' to x', which has distribution pi when y' has distribution rho.
/// These three conditions give invariance of pi only; `is_reversible` says whether the whole of
/// map_up, any number of updates and map_down is also reversible.
///
/// The mapping itself holds y between `map_up` and `map_down`, so one mapping is never begun twice;
/// `abandon` forgets a y that an exception left behind.
class Mapping : public Component {
 public:
  static constexpr std::string_view kind = "mapping";

  ~Mapping() override;
  virtual Target& target() const = 0;
  virtual bool is_reversible() const = 0;

  virtual void map_up(const State& x, Random& random) = 0;
  virtual void update(Random& random, StepReport& report) = 0;
  virtual void map_down(State& x, Random& random) = 0;
  virtual void abandon() = 0;

  /// Whether the state that `map_down` would give after each update is to be kept as a draw: all of
  /// them have the target's distribution (Wang and Neal 2013, end of section 3). `map_down` then
  /// changes nothing.
  virtual bool keeps_marked_states() const { return false; }
};

/// For a mapping's constructor: an approximation has exactly its target's parameters, in order.
/// @throws OptionError about `option`
void require_same_parameters(const std::string& option, const Target& approximation,
                             const Target& target);

/// The transition map_up, `updates` times update, map_down.
class MappedTransition final : public Transition {
 public:
  /// @pre `mapping` outlives this; updates > 0
  MappedTransition(Mapping& mapping, std::size_t updates);
  ~MappedTransition() override;

  Target& target() const override { return mapping_->target(); }
  Transition* reversal() override { return mapping_->is_reversible() ? this : nullptr; }
  Mapping& mapping() const { return *mapping_; }

  /// The states after each update of the last step, where the mapping keeps them; else empty.
  const std::vector<State>& marked_states() const { return marked_states_; }

 private:
  void move(State& x, Random& random, StepReport& report) override;

  Mapping* mapping_;
  std::size_t updates_;
  std::vector<State> marked_states_;
};

}  // namespace mcmc
