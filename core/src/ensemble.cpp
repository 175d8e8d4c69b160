#include "ensemble.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "mcmc/flush_subnormals.hpp"
#include "memory_need.hpp"

namespace mcmc {
namespace {

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
  const std::size_t keeping = (options.draws + draws_at_once - 1) / draws_at_once;
  RunOutline outline{chains_.size(), 0, keeping * options.thin};
  for (const WarmupPhase& phase : options.warmup)
    outline.warmup_iterations += phase.iterations * phase.rounds;
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
    if (code == ExitCode::no) is_aborted_ = true;
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
        lose(*chains[i], ExitCode::internal,
             "out of memory; expected fewer chains, fewer cases, or approximations");
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

Chain::AfterIteration Ensemble::after_iteration(const Chain& chain) const {
  return [this, number = chain.number()] {
    monitor_->iteration_done(number);
    return !should_stop();
  };
}

bool Ensemble::should_stop() const {
  return is_aborted_ || monitor_->should_stop() != ExitCode::ok;
}

void Ensemble::find_starts() {
  for_each_chain([](Chain& chain) { chain.find_start(); });
  if (!casualties_.empty()) throw Error(casualties_.front().code, casualties_.front().reason);
}

void Ensemble::warm_up(const OpenSink& open_sink) {
  std::vector<std::unique_ptr<DrawSink>> sinks(chains_.size());
  if (open_sink)
    for_each_chain([&](Chain& chain) { sinks[chain.number() - 1] = open_sink(chain); });
  for_each_chain([](Chain& chain) { chain.begin_warmup(); });
  const std::vector<WarmupPhase>& phases = chains_.front()->options().warmup;
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    for (std::size_t round = 0; round < phases[phase].rounds; ++round) {
      for_each_chain([&](Chain& chain) {
        if (should_stop()) return;
        chain.warm_up(phase, sinks[chain.number() - 1].get(), after_iteration(chain));
      });
      fit_learners();
    }
  }
  for_each_chain([&](Chain& chain) {
    chain.end_warmup();
    if (DrawSink* sink = sinks[chain.number() - 1].get()) sink->finish();
  });
}

void Ensemble::fit_learners() {
  const FlushSubnormals flush_subnormals;
  const std::vector<Chain*> chains = whole_chains();
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

void Ensemble::sample(const OpenSink& open_sink) {
  for_each_chain([&](Chain& chain) {
    if (should_stop()) return;
    const std::unique_ptr<DrawSink> sink = open_sink(chain);
    try {
      chain.sample(*sink, after_iteration(chain));
    } catch (const Error& error) {
      if (error.code() != ExitCode::io_error) sink->finish();
      throw;
    }
    sink->finish();
  });
}

}  // namespace mcmc
