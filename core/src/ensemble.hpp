#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chain.hpp"
#include "mcmc/error.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/run.hpp"

namespace mcmc {

class Checkpoints;

/// The chains of a run, advanced on threads, with a barrier after each round of warm-up.
///
/// A chain that throws is set aside with its reason; the others go on. Two failures end all of them
/// after the iteration at hand: an evaluation under `on_failure: abort`, and one of the machine,
/// such as a full disk, in a warm-up whose learners pool what chains see. For that will pass, and a
/// resumed run then learns from all.
class Ensemble {
 public:
  /// A chain that could not go on, and why.
  struct Casualty {
    std::size_t chain;
    ExitCode code;
    std::string reason;
  };
  /// The sink of a chain, made when it is to write rows.
  using OpenSink = std::function<std::unique_ptr<DrawSink>(const Chain&)>;

  Ensemble(const Pipeline& pipeline, std::size_t threads, RunMonitor& monitor);
  ~Ensemble();

  std::size_t threads() const { return threads_; }
  RunOutline outline() const;
  const std::vector<std::unique_ptr<Chain>>& chains() const { return chains_; }

  /// Chains that are not in `restored`, which has one element for each, begin anew.
  /// @throws Error when any of them has no start
  void find_starts(const std::vector<bool>& restored = {});
  /// From now on chains are saved now and then, and when they stop. @pre `checkpoints` outlives
  /// this
  void save_to(Checkpoints& checkpoints) { checkpoints_ = &checkpoints; }
  /// That every chain's target still says what it said. @throws Error
  void check_log_densities(const std::vector<bool>& restored, double largest_difference);
  /// @param open_sink of warm-up draws, or null when they are not kept
  void warm_up(const OpenSink& open_sink);
  /// What learners say of what they have learned, by name.
  void for_each_remark(const std::function<void(const Remark&)>& tell) const;
  /// Until each chain has kept so many draws, or time is over.
  void sample(std::size_t draws, const OpenSink& open_sink);
  /// Whether it was interrupted, or a failure ended all of it.
  bool is_stopped() const { return is_aborted_ || monitor_->should_stop() != ExitCode::ok; }
  /// Whether the sampling has taken the time that the pipeline gives it.
  bool is_out_of_time() const;
  bool all_are_lost() const { return whole_chains().empty(); }

  const std::vector<Casualty>& casualties() const { return casualties_; }

 private:
  using Work = std::function<void(Chain&)>;
  /// Runs `work` on every chain that is still whole, on threads, and waits for all.
  void for_each_chain(const Work& work);
  void record_casualty(std::size_t chain, ExitCode code, std::string reason);
  void throw_if_any_is_lost() const;
  std::vector<Chain*> whole_chains() const;
  using Sinks = std::vector<std::unique_ptr<DrawSink>>;
  void run_round(const Progress& begin, Sinks& sinks);
  void fit_learners(const std::vector<Chain*>& chains);
  void sample(Chain& chain, DrawSink& sink);
  void rescue(Chain& chain, DrawSink& sink) const;
  void save(Chain& chain, DrawSink* sink) const;
  bool should_stop() const { return is_stopped() || is_out_of_time(); }
  void start_clock();
  Chain::AfterIteration after_iteration(Chain& chain, DrawSink* sink) const;

  std::size_t threads_;
  RunMonitor* monitor_;
  Checkpoints* checkpoints_ = nullptr;
  std::vector<std::unique_ptr<Chain>> chains_;
  std::vector<Casualty> casualties_;
  std::atomic<bool> is_aborted_ = false;
  std::optional<std::chrono::steady_clock::time_point> end_of_time_;
};

}  // namespace mcmc
