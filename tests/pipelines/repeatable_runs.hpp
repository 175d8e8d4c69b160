#pragma once

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {

/// Adds to the small regression a transition in which much could go wrong between two runs that
/// should be the same: tuning, a learned covariance, a mapping with its own approximation, a choice
/// at random. It is called "mixed".
inline std::string with_mixed_transition(const std::string& pipeline) {
  return with(with(pipeline, "\nsample:",
                   "  joint: {type: metropolis, target: posterior, proposal: joint}\n"
                   "  mapped:\n"
                   "    type: discretizing_chain\n"
                   "    target: posterior\n"
                   "    chain: {type: slice, target: prior_like}\n"
                   "    updates: 2\n"
                   "  mixed: {type: mixture, do: [standard, joint, mapped]}\n"
                   "\nsample:"),
              "\ntransitions:",
              "  prior_like: {type: tempered, of: posterior, power: 0.5}\n"
              "\ntransitions:");
}

/// Header and rows of every chain of a run, chain after chain.
inline Words rows_of_chains(const Workplace& place, const std::string& folder) {
  Words chains;
  for (const std::string& name : place.list(folder))
    if (name.starts_with("chain-"))
      chains.push_back(without_comments(place.read(folder + "/" + name)));
  return chains;
}

}  // namespace mcmc::testing
