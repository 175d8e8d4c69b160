#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/random.hpp"
#include "mcmc/state.hpp"

namespace mcmc {

/// Takes the rows of one chain, in order.
class DrawSink {
 public:
  virtual ~DrawSink();
  virtual void write(const Eigen::VectorXd& row) = 0;
  /// No further rows come. Not called when `write` has thrown.
  virtual void finish() = 0;
};

/// What a row of draws holds: lp__, accept_stat__, the parameters on the sampling scale, derived
/// values and, where it is known, log_likelihood.
class DrawColumns {
 public:
  explicit DrawColumns(const Target& target);
  const std::vector<std::string>& names() const { return names_; }
  /// What people must know of the derived values.
  std::vector<std::string> notes() const;
  /// @pre `row` has one element for each name
  void fill(Target& target, const State& state, const StepReport& report,
            Eigen::VectorXd& row) const;

 private:
  std::vector<std::string> names_;
  const HasDerivedOutputs* derived_;
  const HasLogPrior* prior_;
  Eigen::Index parameters_;
  Eigen::Index derived_count_ = 0;
};

/// One chain of a run: its components, its state, its random numbers and its clock. Used by one
/// thread at a time.
class Chain {
 public:
  /// @param number from 1
  Chain(ChainPlan plan, std::size_t number);

  std::size_t number() const { return number_; }
  Graph& graph() { return plan_.graph; }
  const Graph& graph() const { return plan_.graph; }
  const SampleOptions& options() const { return plan_.sample; }
  Target& target() const { return plan_.target(); }
  const State& state() const { return state_; }
  const std::vector<Learner*>& learners() const { return learners_; }

  /// Finds a starting state at which every target of the run has a finite log density.
  /// @throws Error when there is none
  void find_start();

  /// Called after every iteration; returns whether to go on.
  using AfterIteration = std::function<bool()>;
  void begin_warmup();
  void warm_up(std::size_t phase, DrawSink* sink, const AfterIteration& after);
  void end_warmup();
  /// Forgets what caches remember of densities that learn, and of those that are made from them.
  void forget_learned_values();
  void sample(DrawSink& sink, const AfterIteration& after);

  /// How many draws an iteration that is kept gives.
  std::size_t draws_at_once() const;
  std::size_t draws_kept() const { return draws_kept_; }
  double warmup_seconds() const { return warmup_seconds_; }      ///< wall clock
  double sampling_seconds() const { return sampling_seconds_; }  ///< wall clock
  std::size_t sampling_iterations() const { return sampling_iterations_; }
  /// Of the target, in the sampling phase.
  std::uint64_t sampling_evaluations() const { return sampling_evaluations_; }
  double sampling_cpu_seconds() const { return sampling_cpu_seconds_; }

 private:
  /// The state, or where a mapping keeps them the states after each of its updates.
  void keep_draws(const StepReport& report, DrawSink& sink);
  /// Where the transition keeps marked states: these, else nothing.
  const std::vector<State>* marked_states() const;
  bool is_possible(State& state, std::string& why_not);
  std::vector<Target*> targets_of_the_run() const;

  ChainPlan plan_;
  std::size_t number_;
  std::unique_ptr<RandomStream> random_;
  std::vector<Learner*> learners_;
  State state_;
  DrawColumns columns_;
  Eigen::VectorXd row_;
  std::size_t draws_kept_ = 0;
  double warmup_seconds_ = 0;
  double sampling_seconds_ = 0;
  double sampling_cpu_seconds_ = 0;
  std::size_t sampling_iterations_ = 0;
  std::uint64_t sampling_evaluations_ = 0;
};

}  // namespace mcmc
