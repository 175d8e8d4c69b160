#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/draws.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/proposal.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/target.hpp"
#include "mcmc/tune.hpp"

namespace mcmc {

/// A density that may stand for the target in a mapping.
struct Approximation {
  Proposal proposal;
  std::string label;
  double seconds = TuningProblem::unknown;  ///< of one evaluation
  double error = TuningProblem::unknown;    ///< as in `Trial`
  bool learns = false;                      ///< so that neither is known before a warm-up

  Pipeline::Settings settings() const { return {{"densities." + label, proposal.settings}}; }
  Trial trial(double target_seconds) const {
    return {proposal.name, seconds / target_seconds, error};
  }
};

/// The approximations that types propose for a target, and what a look at them tells.
struct ApproximationSearch {
  std::vector<Approximation>
      promising;  ///< those that learn, then the best of the best of each type
  std::vector<Approximation> others;
  std::vector<Trial> unusable;  ///< with the reason

  /// @param draws of the target @param seconds of one evaluation of it
  ApproximationSearch(const Pipeline& pipeline, const Registry& registry, Target& target,
                      const Draws& draws, double seconds);
};

}  // namespace mcmc
