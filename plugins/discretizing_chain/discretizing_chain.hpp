#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcmc/mapping.hpp"
#include "mcmc/options.hpp"
#include "mcmc/persistent.hpp"
#include "mcmc/proposal.hpp"

namespace mcmc::discretizing_chain {

/// Mapping to a discretizing chain (Wang and Neal 2013, section 3).
///
/// With pi the target's density and pi* that of the chain R, an approximation of pi: y is a
/// realisation of R, infinite in both directions, with one of its steps marked. Up: x is put at
/// step 0, marked. An update proposes the mark `step` steps ahead or back, with equal probability,
/// and accepts with probability min(1, w(x') / w(x)), w = pi / pi*. Down: the marked state.
///
/// Steps are simulated when they are needed first, ahead with R and back with its reversal, each
/// from its neighbour, and kept with their w while the mapping lasts: a revisited step costs
/// nothing. The whole is reversible for pi, whatever R, `step` and the number of updates.
///
/// Where pi* is zero or fails at the state that is mapped up, R cannot run; the mapping stays there
/// and counts it.
class DiscretizingChain final : public Mapping, public Persistent {
 public:
  struct Options {
    Target* target = nullptr;
    Transition* chain = nullptr;
    std::size_t step = 1;
    bool keep_marked = false;
    void declare(OptionTable& table);
  };
  explicit DiscretizingChain(Options& options);
  ~DiscretizingChain() override;

  /// With the whole kernel, by as many steps as cost about half an evaluation of the target; and
  /// one mapping for each parameter.
  static std::vector<Proposal> propose(const TuningProblem& problem);

  Target& target() const override { return *target_; }
  bool is_reversible() const override { return true; }
  bool keeps_marked_states() const override { return keep_marked_; }

  void map_up(const State& x, Random& random) override;
  void update(Random& random, StepReport& report) override;
  void map_down(State& x, Random& random) override;
  void abandon() override;

  void persist(Archive& archive) override;

 private:
  struct Step {
    State state;
    double log_weight = 0;  ///< log w, once it has been asked for
    bool is_weighed = false;
  };
  /// One direction of the realisation. Its steps' memory serves one mapping after another.
  struct Side {
    Transition* kernel = nullptr;
    std::vector<Step> steps;
    std::size_t simulated = 0;
  };

  Step& step_at(std::ptrdiff_t position, Random& random);
  double log_weight(Step& step);

  Target* target_;
  Target* approximation_;
  std::ptrdiff_t jump_;
  bool keep_marked_;

  Step origin_;
  Side ahead_;
  Side back_;
  std::ptrdiff_t mark_ = 0;
  std::uint64_t stays_ = 0;
};

}  // namespace mcmc::discretizing_chain
