#pragma once

#include <Eigen/Core>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "draw_columns.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/random.hpp"
#include "mcmc/state.hpp"
#include "stopwatch.hpp"

namespace mcmc {

/// How far a chain has come: the iterations done of a round of a phase of warm-up. After the last
/// phase comes sampling, as one more.
struct Progress {
  std::uint64_t phase = 0;
  std::uint64_t round = 0;
  std::uint64_t iterations = 0;
  auto operator<=>(const Progress&) const = default;
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
  const std::vector<Writer*>& writers() const { return plan_.writers; }
  Target& target() const { return plan_.target(); }
  const State& state() const { return state_; }
  const std::vector<Learner*>& learners() const { return learners_; }

  /// Finds a starting state at which every target of the run has a finite log density.
  /// @throws Error when there is none
  void find_start();

  const Progress& progress() const { return progress_; }
  bool is_sampling() const { return progress_.phase == plan_.sample.warmup.size(); }
  /// Of kept draws, for `sample`: those of the pipeline unless told otherwise.
  void aim_at(std::size_t draws) { draws_wanted_ = draws; }
  std::size_t draws_wanted() const { return draws_wanted_; }
  bool is_finished() const { return is_sampling() && draws_kept_ >= draws_wanted_; }
  /// Of warm-up and sampling.
  std::size_t iterations_done() const;

  /// Called after every iteration, when its draws are kept; returns whether to go on.
  using AfterIteration = std::function<bool()>;
  /// @pre it is not sampling
  void begin_warmup();
  /// What is left of a round. @pre it is not sampling
  void warm_up(DrawSink* sink, const AfterIteration& after);
  bool is_at_barrier() const;
  /// Goes on to the next round, or ends the warm-up. @pre learners are fitted
  void pass_barrier();
  /// Forgets what caches remember of densities that learn, and of those that are made from them.
  void forget_learned_values();
  void sample(DrawSink& sink, const AfterIteration& after);

  /// Everything that it carries from one iteration to the next, but for what its components do.
  void persist(Archive& archive);
  /// Takes note of what it has written, for `persist`; with no sink nothing is new.
  void note_written(DrawSink* sink);
  /// Bytes of rows in its files as of the last note.
  std::uint64_t warmup_bytes() const { return warmup_bytes_; }
  std::uint64_t draw_bytes() const { return draw_bytes_; }
  /// What was tuned and learned changes no more.
  void freeze();
  /// After a failed iteration: to where it began. Not in warm-up, where learners have seen it, nor
  /// when draws of it are written. @return whether it could
  bool go_back();
  /// That it has got to a place which the pipeline has. @throws Error bad_data
  void check_progress() const;
  /// That the target still says of the state what it said when it was saved.
  /// @param largest_difference in nats @throws Error bad_pipeline
  void check_log_density(double largest_difference);

  /// How many draws an iteration that is kept gives.
  std::size_t draws_at_once() const;
  std::size_t draws_kept() const { return draws_kept_; }
  double warmup_seconds() const { return warmup_seconds_; }      ///< wall clock
  double sampling_seconds() const { return sampling_seconds_; }  ///< wall clock
  std::size_t sampling_iterations() const { return is_sampling() ? progress_.iterations : 0; }
  /// Of the target, in the sampling phase.
  std::uint64_t sampling_evaluations() const { return sampling_evaluations_; }
  double sampling_cpu_seconds() const { return sampling_cpu_seconds_; }

 private:
  /// What an iteration of the sampling changes.
  struct Moment {
    Eigen::VectorXd x;
    std::uint64_t random_place = 0;
    StepReport report;
    std::uint64_t since_draw = 0;
    std::size_t draws_kept = 0;
    std::size_t iterations = 0;
  };

  void iterate(DrawSink& sink);
  void note_moment();
  /// The state, or where a mapping keeps them the states after each of its updates.
  void keep_draws(DrawSink& sink);
  void keep(const State& state, DrawSink& sink);
  void keep_left_over(DrawSink& sink);
  void persist_left_over(Archive& archive);
  void note_log_density();
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
  Progress progress_;
  bool is_frozen_ = false;
  std::uint64_t warmup_bytes_ = 0;
  std::uint64_t draw_bytes_ = 0;
  std::optional<double> saved_log_density_;
  Moment before_;                 ///< the iteration at hand
  StepReport report_;             ///< since the last draw
  std::uint64_t since_draw_ = 0;  ///< iterations
  std::vector<State> left_over_;  ///< states of the last iteration, beyond the draws wanted
  std::size_t draws_kept_ = 0;
  std::size_t draws_wanted_;
  Stopwatch stopwatch_;
  double warmup_seconds_ = 0;
  double sampling_seconds_ = 0;
  double sampling_cpu_seconds_ = 0;
  std::uint64_t sampling_evaluations_ = 0;
};

}  // namespace mcmc
