#pragma once

#include <optional>

#include "mcmc/pipeline.hpp"
#include "mcmc/report.hpp"

namespace mcmc {

/// The fit of the model that a run's draws are of; nothing for a density without cases.
/// @throws Error as `predict`
std::optional<Fit> fit_of(const ChainPlan& plan, const Draws& draws,
                          const ReportSettings& settings);

}  // namespace mcmc
