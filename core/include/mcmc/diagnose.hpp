#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "mcmc/draws.hpp"
#include "mcmc/summary.hpp"

namespace mcmc {

/// What a run's `tables/evaluations.csv` says of one density, transition or mapping.
struct ComponentCost {
  std::string component;
  std::string kind;   ///< "density", "transition" or "mapping"
  double calls;       ///< of a density: states asked for; else: steps
  double failures;    ///< NaN but for densities
  double acceptance;  ///< mean acceptance probability; NaN for densities and where nothing moved
  double cache_hits = std::numeric_limits<double>::quiet_NaN();   ///< NaN but for densities
  double cpu_seconds = std::numeric_limits<double>::quiet_NaN();  ///< NaN but for densities
};

/// @throws Error no_input or bad_data when it is not the table of a run
std::vector<ComponentCost> read_component_costs(const std::filesystem::path& evaluations_csv);

/// What is wrong with draws, and what to try: the verdict on their summary, and which chain is
/// elsewhere when they disagree. @pre chains of one length
std::vector<Remark> diagnose_draws(const Draws& draws);

/// What is wrong with how draws were made: evaluations that failed, proposals that are hardly ever
/// accepted, approximations too poor to help. Empty when nothing is.
std::vector<Remark> diagnose_costs(const std::vector<ComponentCost>& costs);

/// All of it, for the folder of a run. @throws as the readers
std::vector<Remark> diagnose(const std::filesystem::path& run);

bool is_fine(const std::vector<Remark>& remarks);

/// One remark on each line.
std::string remarks_text(const std::vector<Remark>& remarks);
/// An array of objects with `warning` and `text`.
std::string remarks_json(const std::vector<Remark>& remarks);

}  // namespace mcmc
