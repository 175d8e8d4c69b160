#pragma once

#include <cstdint>
#include <vector>

#include "mcmc/mapping.hpp"
#include "mcmc/options.hpp"
#include "mcmc/persistent.hpp"

namespace mcmc::tempered_transitions {

/// Tempered transitions (Neal 1996), as the temporary mapping of Wang and Neal (2013), section 4.
///
/// With pi_0 the target's density and pi_1 ... pi_n those of the layers: up, x is moved by T_1 ...
/// T_n and then by the reversals of T_n ... T_1; y is all the states on this way. An update turns y
/// round with probability
///   min(1, prod_i pi_i(up_i-1) / pi_i-1(up_i-1) * prod_i pi_i-1(down_i-1) / pi_i(down_i-1)),
/// where up_0 = x and down_0 is the end of the way. Down: the first state of y.
///
/// Where a density of the ladder is zero or fails on the way its transition cannot run: the way
/// ends there, the probability is zero, and it is counted.
class TemperedTransitions final : public Mapping, public Persistent {
 public:
  struct Layer {
    Transition* transition = nullptr;
    void declare(OptionTable& table);
  };
  struct Options {
    Target* target = nullptr;
    std::vector<Layer> ladder;
    void declare(OptionTable& table);
  };
  explicit TemperedTransitions(Options& options);
  ~TemperedTransitions() override;

  Target& target() const override { return *target_; }
  bool is_reversible() const override { return true; }

  void map_up(const State& x, Random& random) override;
  void update(Random& random, StepReport& report) override;
  void map_down(State& x, Random& random) override;
  void abandon() override {}

  void persist(Archive& archive) override;

 private:
  /// Adds log(to / from) at the end of the way so far. False when that is no number.
  bool pass(Target& from, Target& to);
  bool walk(Random& random);

  Target* target_;
  std::vector<Transition*> ladder_;
  State first_;  ///< of y as it was mapped up
  State last_;
  double log_ratio_ = 0;  ///< of turning y round, as it was mapped up
  bool is_turned_ = false;
  std::uint64_t ways_cut_ = 0;
};

}  // namespace mcmc::tempered_transitions
