#include "ensemble.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "checkpoints.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "memory_need.hpp"
#include "stopping_rule.hpp"

namespace mcmc {
namespace {

constexpr const char* no_memory =
    "out of memory; expected fewer chains, fewer cases, or approximations";

/// Whether what the other chains learn at the next barrier depends on this one, so that they would
/// go on differently from a run in which nothing failed.
bool others_would_learn_without(const Chain& chain) {
  const auto pools = [](Learner* learner) { return learner->observed_target() != nullptr; };
  return !chain.is_sampling() && std::ranges::any_of(chain.learners(), pools);
}

std::size_t useful_threads(std::size_t wanted, std::size_t chains) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  return std::min(wanted > 0 ? wanted : processors, chains);
}

}  // namespace

Ensemble::Ensemble(const Pipeline& pipeline, std::size_t threads, RunMonitor& monitor)
    : monitor_(&monitor) {
  ChainPlan first = pipeline.build();
  const std::size_t count = first.sample.chains;
  refuse_more_memory_than_there_is(first.graph, count);
  threads_ = useful_threads(threads, count);
  chains_.push_back(std::make_unique<Chain>(std::move(first), 1));
  for (std::size_t number = 2; number <= count; ++number)
    chains_.push_back(std::make_unique<Chain>(pipeline.build(), number));
}

Ensemble::~Ensemble() = default;

RunOutline Ensemble::outline() const {
  const SampleOptions& options = chains_.front()->options();
  const std::size_t draws_at_once = chains_.front()->draws_at_once();
  const std::size_t keeping = (most_draws(options) + draws_at_once - 1) / draws_at_once;
  RunOutline outline;
  outline.chains = chains_.size();
  outline.sampling_iterations = keeping * options.thin;
  outline.thin = options.thin;
  outline.draws_at_once = draws_at_once;
  outline.draws = most_draws(options);
  for (const WarmupPhase& phase : options.warmup)
    outline.warmup_iterations += phase.iterations * phase.rounds;
  for (const auto& chain : chains_) outline.done_before.push_back(chain->iterations_done());
  return outline;
}

std::vector<Chain*> Ensemble::whole_chains() const {
  std::vector<Chain*> whole;
  for (const auto& chain : chains_) {
    const auto is_this = [&](const Casualty& lost) { return lost.chain == chain->number(); };
    if (std::none_of(casualties_.begin(), casualties_.end(), is_this)) whole.push_back(chain.get());
  }
  return whole;
}

void Ensemble::for_each_chain(const Work& work) {
  const std::vector<Chain*> chains = whole_chains();
  std::vector<Casualty> lost;
  std::mutex lost_mutex;
  std::atomic<std::size_t> next = 0;
  const auto lose = [&](const Chain& chain, ExitCode code, const std::string& reason) {
    const bool is_of_the_machine = code == ExitCode::io_error || reason == no_memory;
    if (code == ExitCode::no || (is_of_the_machine && others_would_learn_without(chain)))
      is_aborted_ = true;
    const std::lock_guard lock(lost_mutex);
    lost.push_back({chain.number(), code, reason});
  };
  const auto worker = [&] {
    const FlushSubnormals flush_subnormals;
    for (std::size_t i = next++; i < chains.size(); i = next++) {
      try {
        work(*chains[i]);
      } catch (const Error& error) {
        lose(*chains[i], error.code(), error.what());
      } catch (const std::bad_alloc&) {
        lose(*chains[i], ExitCode::internal, no_memory);
      } catch (const std::exception& problem) {
        lose(*chains[i], ExitCode::internal, problem.what());
      } catch (...) {
        lose(*chains[i], ExitCode::internal, "a plugin threw something that is no exception");
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(threads_, chains.size()); ++i)
      threads.emplace_back(worker);
  }
  std::sort(lost.begin(), lost.end(),
            [](const Casualty& a, const Casualty& b) { return a.chain < b.chain; });
  casualties_.insert(casualties_.end(), lost.begin(), lost.end());
}

void Ensemble::save(Chain& chain, DrawSink* sink) const {
  if (checkpoints_ == nullptr) return;
  chain.note_written(sink);
  checkpoints_->save(chain);
}

Chain::AfterIteration Ensemble::after_iteration(Chain& chain, DrawSink* sink) const {
  return [this, &chain, sink, last_saved = checkpoints_ ? checkpoints_->now() : 0]() mutable {
    monitor_->iteration_done(chain.number());
    if (checkpoints_ != nullptr && checkpoints_->is_due(last_saved)) save(chain, sink);
    return !should_stop();
  };
}

bool Ensemble::is_out_of_time() const {
  return end_of_time_ && std::chrono::steady_clock::now() >= *end_of_time_;
}

/// What was sampled before a run was resumed counts too.
void Ensemble::start_clock() {
  const std::optional<double> hours = chains_.front()->options().until.hours;
  if (!hours || end_of_time_) return;
  double spent = 0;
  for (const auto& chain : chains_) spent = std::max(spent, chain->sampling_seconds());
  const std::chrono::duration<double> left(*hours * 3600 - spent);
  end_of_time_ = std::chrono::steady_clock::now() +
                 std::chrono::duration_cast<std::chrono::steady_clock::duration>(left);
}

void Ensemble::throw_if_any_is_lost() const {
  if (!casualties_.empty()) throw Error(casualties_.front().code, casualties_.front().reason);
}

void Ensemble::find_starts(const std::vector<bool>& restored) {
  for_each_chain([&](Chain& chain) {
    if (restored.empty() || !restored[chain.number() - 1]) chain.find_start();
  });
  throw_if_any_is_lost();
}

void Ensemble::check_log_densities(const std::vector<bool>& restored, double largest_difference) {
  for_each_chain([&](Chain& chain) {
    if (restored[chain.number() - 1]) chain.check_log_density(largest_difference);
  });
  throw_if_any_is_lost();
}

void Ensemble::warm_up(const OpenSink& open_sink) {
  Sinks sinks(chains_.size());
  for_each_chain([&](Chain& chain) {
    if (open_sink) sinks[chain.number() - 1] = open_sink(chain);
    chain.is_sampling() ? chain.freeze() : chain.begin_warmup();
  });
  const std::vector<WarmupPhase>& phases = chains_.front()->options().warmup;
  for (std::uint64_t phase = 0; phase < phases.size(); ++phase)
    for (std::uint64_t round = 0; round < phases[phase].rounds && !should_stop(); ++round)
      run_round({phase, round, 0}, sinks);
  for_each_chain([&](Chain& chain) {
    DrawSink* sink = sinks[chain.number() - 1].get();
    if (should_stop()) save(chain, chain.is_sampling() ? nullptr : sink);
    if (sink != nullptr) sink->finish();
  });
}

void Ensemble::run_round(const Progress& begin, Sinks& sinks) {
  const auto is_in_it = [&](const Chain& chain) {
    return chain.progress().phase == begin.phase && chain.progress().round == begin.round;
  };
  for_each_chain([&](Chain& chain) {
    if (!is_in_it(chain) || should_stop()) return;
    DrawSink* sink = sinks[chain.number() - 1].get();
    chain.warm_up(sink, after_iteration(chain, sink));
    chain.note_written(sink);
  });
  if (should_stop()) return;
  // One that failed here in an earlier run may come after the others.
  std::vector<Chain*> at_barrier = whole_chains();
  std::erase_if(at_barrier,
                [&](const Chain* chain) { return !is_in_it(*chain) || !chain->is_at_barrier(); });
  fit_learners(at_barrier);
  for (Chain* chain : at_barrier) chain->pass_barrier();
  if (checkpoints_ != nullptr && !at_barrier.empty()) checkpoints_->note_barrier(whole_chains());
}

void Ensemble::fit_learners(const std::vector<Chain*>& chains) {
  const FlushSubnormals flush_subnormals;
  if (chains.empty()) return;
  for (std::size_t i = 0; i < chains.front()->learners().size(); ++i) {
    std::vector<Learner*> counterparts;
    for (Chain* chain : chains) counterparts.push_back(chain->learners()[i]);
    counterparts.front()->fit(counterparts);
  }
  for (Chain* chain : chains) chain->forget_learned_values();
}

void Ensemble::for_each_remark(const std::function<void(const Remark&)>& tell) const {
  const std::vector<Chain*> chains = whole_chains();
  if (chains.empty()) return;
  for (const Graph::Part& part : chains.front()->graph().parts()) {
    const auto* learner = dynamic_cast<const Learner*>(part.component);
    if (learner == nullptr) continue;
    if (const std::optional<Remark> remark = learner->remark())
      tell({remark->is_warning, part.name + ": " + remark->text});
  }
}

void Ensemble::sample(std::size_t draws, const OpenSink& open_sink) {
  start_clock();
  for_each_chain([&](Chain& chain) {
    chain.aim_at(draws);
    if (chain.is_finished()) return;
    if (should_stop()) {
      save(chain, nullptr);
      return;
    }
    const std::unique_ptr<DrawSink> sink = open_sink(chain);
    sample(chain, *sink);
  });
}

/// Whatever happens to a chain, what it has drawn is written, and where it got to is saved.
void Ensemble::sample(Chain& chain, DrawSink& sink) {
  try {
    chain.sample(sink, after_iteration(chain, &sink));
  } catch (const Error& error) {
    // Where nothing can be written the checkpoint before it stays: it fits what was written.
    if (error.code() != ExitCode::io_error) rescue(chain, sink);
    throw;
  } catch (...) {
    rescue(chain, sink);
    throw;
  }
  chain.note_written(&sink);
  sink.finish();
  save(chain, nullptr);
}

void Ensemble::rescue(Chain& chain, DrawSink& sink) const {
  const bool is_whole = chain.go_back();
  chain.note_written(&sink);
  sink.finish();
  if (is_whole) save(chain, nullptr);
}

}  // namespace mcmc
