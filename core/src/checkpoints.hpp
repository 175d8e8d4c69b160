#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "chain.hpp"
#include "metronome.hpp"
#include "saved_values.hpp"

namespace mcmc {

/// The checkpoints of a run, from which its chains go on as if nothing had happened: in a folder,
/// one file for each chain and one with all chains as they left the last barrier.
///
/// A chain's own file may lie before the barrier or after it; the later of the two counts. So the
/// chains need not be saved at the same time: what they have in common is in the barrier's file,
/// which is written before any file of a chain that has passed it.
class Checkpoints {
 public:
  /// @param interval in seconds between two savings of a chain; 0 saves it after every iteration
  Checkpoints(std::filesystem::path folder, double interval);

  Metronome::Beat now() const { return metronome_.now(); }
  /// Whether the chain that last was saved at `last_saved` is due again; then it is now.
  bool is_due(Metronome::Beat& last_saved) const { return metronome_.has_passed(last_saved); }

  /// Any thread may call it, for its own chain. @throws Error io_error
  void save(Chain& chain);
  /// Keeps the chains as they are now, to be written with the next chain that is saved.
  void note_barrier(std::span<Chain* const> chains);

  /// Puts chains back to where they were saved, for each that was.
  /// @return for each chain whether there was a checkpoint
  /// @throws Error bad_data for a checkpoint that is damaged or does not fit
  std::vector<bool> restore(std::span<const std::unique_ptr<Chain>> chains) const;

 private:
  std::filesystem::path barrier_file() const { return folder_ / "barrier"; }
  std::filesystem::path chain_file(std::size_t number) const;

  std::filesystem::path folder_;
  Metronome metronome_;
  std::mutex barrier_mutex_;
  std::optional<SavedValues> unwritten_barrier_;
};

}  // namespace mcmc
