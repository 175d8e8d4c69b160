#include "checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mcmc/transition.hpp"

namespace mcmc {
namespace {

constexpr const char* advice =
    "delete that file, and what it says is drawn again from an earlier checkpoint or from the "
    "start; "
    "or start a new run with --force";

/// Visits all that a chain carries from one iteration to the next.
/// @param open makes the archive for the names that begin with a prefix
template <class Open>
void persist_chain(Chain& chain, const Open& open) {
  {
    auto archive = open("");
    chain.persist(archive);
  }
  for (const Graph::Part& part : chain.graph().parts()) {
    const std::string name = part.kind + "/" + part.name + "/";
    auto archive = open(name);
    if (auto* persistent = dynamic_cast<Persistent*>(part.component)) persistent->persist(archive);
    if (auto* target = dynamic_cast<Target*>(part.component)) target->ledger().persist(archive);
    auto* transition = dynamic_cast<Transition*>(part.component);
    if (transition == nullptr) continue;
    auto tally = open(name + "tally/");
    transition->persist_tally(tally);
    if (Transition* reversal = transition->reversal(); reversal && reversal != transition) {
      auto tally_of_reversal = open(name + "reversal/");
      reversal->persist_tally(tally_of_reversal);
    }
  }
}

void save_chain(Chain& chain, SavedValues& values, const std::string& prefix) {
  persist_chain(chain,
                [&](const std::string& name) { return SavingArchive(values, prefix + name); });
}

void restore_chain(Chain& chain, const SavedValues& values, const std::string& prefix) {
  const std::uint64_t phase = values.get<std::uint64_t>(prefix + "phase");
  // What freezing works out was saved after it, so it comes first.
  if (phase == chain.options().warmup.size()) chain.freeze();
  persist_chain(chain,
                [&](const std::string& name) { return RestoringArchive(values, prefix + name); });
  chain.check_progress();
}

Progress saved_progress(const SavedValues& values, const std::string& prefix) {
  return {values.get<std::uint64_t>(prefix + "phase"), values.get<std::uint64_t>(prefix + "round"),
          values.get<std::uint64_t>(prefix + "iterations")};
}

std::string prefix_at_barrier(const Chain& chain) {
  return fmt::format("chain-{}/", chain.number());
}

std::optional<SavedValues> read_if_there(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return std::nullopt;
  return SavedValues::read(file, advice);
}

}  // namespace

Checkpoints::Checkpoints(std::filesystem::path folder, double interval)
    : folder_(std::move(folder)), metronome_(interval) {}

std::filesystem::path Checkpoints::chain_file(std::size_t number) const {
  return folder_ / fmt::format("chain-{}", number);
}

void Checkpoints::save(Chain& chain) {
  {
    const std::lock_guard lock(barrier_mutex_);
    if (unwritten_barrier_) unwritten_barrier_->write(barrier_file());
    unwritten_barrier_.reset();
  }
  SavedValues values;
  save_chain(chain, values, "");
  values.write(chain_file(chain.number()));
}

void Checkpoints::note_barrier(std::span<Chain* const> chains) {
  SavedValues values;
  for (Chain* chain : chains) save_chain(*chain, values, prefix_at_barrier(*chain));
  const std::lock_guard lock(barrier_mutex_);
  unwritten_barrier_ = std::move(values);
}

std::vector<bool> Checkpoints::restore(std::span<const std::unique_ptr<Chain>> chains) const {
  const std::optional<SavedValues> barrier = read_if_there(barrier_file());
  std::vector<bool> restored;
  for (const std::unique_ptr<Chain>& chain : chains) {
    const std::optional<SavedValues> own = read_if_there(chain_file(chain->number()));
    const std::string at_barrier = prefix_at_barrier(*chain);
    const bool was_at_barrier = barrier && barrier->has(at_barrier + "phase");
    if (own &&
        (!was_at_barrier || saved_progress(*own, "") >= saved_progress(*barrier, at_barrier)))
      restore_chain(*chain, *own, "");
    else if (was_at_barrier)
      restore_chain(*chain, *barrier, at_barrier);
    restored.push_back(own || was_at_barrier);
  }
  return restored;
}

}  // namespace mcmc
