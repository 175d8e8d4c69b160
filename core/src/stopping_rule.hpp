#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ensemble.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/summary.hpp"

namespace mcmc {

/// The draws that each chain has at most.
std::size_t most_draws(const SampleOptions& options);

/// When a run has drawn enough. Looks at the draws whenever every chain has a number of them that
/// the pipeline alone determines, so that the same file and seed end at the same draw, also after
/// an interruption.
class StoppingRule {
 public:
  explicit StoppingRule(const SampleOptions& options) : options_(options) {}

  /// The first number of draws of each chain, of those at which it looks, that is not below
  /// `draws`.
  std::size_t goal_from(std::size_t draws) const;
  /// Whether `summary`, of this many draws of each chain, is good enough, or no more are wanted,
  /// and then the reason in words.
  std::optional<std::string> reason_to_stop(std::size_t draws,
                                            const std::vector<SummaryRow>& summary) const;

 private:
  SampleOptions options_;
};

/// Samples until the pipeline's rule is met, an interruption comes, or no chain is left.
/// @param summarize_now of what all chains have drawn
/// @param tell hears the reason why it ended, if there is a rule
void sample_until_done(Ensemble& ensemble, const Ensemble::OpenSink& open_sink,
                       const std::function<std::vector<SummaryRow>()>& summarize_now,
                       const std::function<void(const std::string&)>& tell);

}  // namespace mcmc
