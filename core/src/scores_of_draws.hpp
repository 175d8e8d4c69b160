#pragma once

#include "mcmc/draws.hpp"
#include "mcmc/predictive_score.hpp"
#include "mcmc/target.hpp"

namespace mcmc {

/// Before any draws are there: that the density can be scored in this way, and the file be read.
/// @throws Error usage, no_input, bad_data
void require_scores(const Target& target, const ScoreSettings& settings);

/// Scores draws of a target. @throws as `predictive_scores`
std::vector<PredictiveScore> scores_of_draws(const Target& target, const Draws& draws,
                                             const ScoreSettings& settings);

}  // namespace mcmc
