#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>

#include "mcmc/component.hpp"
#include "mcmc/persistent.hpp"
#include "mcmc/random.hpp"
#include "mcmc/state.hpp"
#include "mcmc/target.hpp"

namespace mcmc {

/// What happened within a step: the proposals that could be refused and their mean acceptance.
class StepReport {
 public:
  /// @param acceptance_probability of one proposal, in [0, 1]
  void proposal(double acceptance_probability);
  StepReport& operator+=(const StepReport& other);

  std::uint64_t proposals() const { return proposals_; }
  /// 1 when nothing could be refused.
  double mean_acceptance() const;
  void persist(Archive& archive);

 private:
  std::uint64_t proposals_ = 0;
  double acceptance_sum_ = 0;
};

/// A Markov transition that leaves the distribution of its target invariant.
///
/// Contract of `move`:
/// - the target's distribution stays invariant, for the values it has tuned by then;
/// - log densities come from targets, randomness from `random`, and from nothing else;
/// - it may throw at any point: `step` puts x back.
class Transition : public Component {
 public:
  static constexpr std::string_view kind = "transition";

  ~Transition() override;

  /// One update of x. Adds to `report`, and to the tally of this transition. When it throws, x and
  /// both of these are as they were before.
  void step(State& x, Random& random, StepReport& report);

  /// The target whose distribution is invariant.
  virtual Target& target() const = 0;

  /// The transition R~ with pi(x) R(x'|x) = pi(x') R~(x|x') for all x and x', or null where none is
  /// known. A reversible transition is its own reversal. It lives as long as this one, shares what
  /// this one has tuned, and its reversal is this one.
  virtual Transition* reversal() = 0;
  bool is_reversible() { return reversal() == this; }

  /// Everything since the start: steps, proposals and their acceptance.
  std::uint64_t steps() const { return steps_; }
  const StepReport& tally() const { return tally_; }
  void persist_tally(Archive& archive);

 private:
  virtual void move(State& x, Random& random, StepReport& report) = 0;

  std::uint64_t steps_ = 0;
  StepReport tally_;
  Eigen::VectorXd before_;  // a member so that a step allocates nothing
};

}  // namespace mcmc
