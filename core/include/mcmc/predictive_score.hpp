#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/permissions.hpp"
#include "mcmc/registry.hpp"

/// How well a model predicts responses that it has not seen, integrated over posterior draws.
namespace mcmc {

struct ScoreSettings {
  bool leave_one_out = false;                     ///< score the model's own cases
  std::optional<std::filesystem::path> held_out;  ///< score the cases of this file
  std::size_t draws = 1000;  ///< at most so many draws of the posterior, evenly spaced, are used
  /// Told after each distinct draw; may be empty.
  std::function<void(std::size_t done, std::size_t all)> progress;
  Permissions permissions;  ///< of the run's pipeline

  bool is_wanted() const { return leave_one_out || held_out; }
};

/// The sum over cases of the log predictive density of their responses, in nats and in the units of
/// the data's file: higher is better.
///
/// Held out: log of the mean over the draws of p(y_i | data, theta).
///
/// Leave-one-out: p(y_i | y_-i), the mean of p(y_i | y_-i, theta) over the posterior without case
/// i. The draws have seen case i, so each counts in inverse proportion to p(y_i | y_-i, theta),
/// which makes it the harmonic mean of these (Gelfand, Dey and Chang 1992). Their plain mean would
/// use the response twice: it is never lower, and given as `unweighted`. Where a case rests on few
/// draws, `effective_draws`, neither can be relied on.
struct PredictiveScore {
  std::string of;                     ///< "leave-one-out", or the file of held-out cases
  std::size_t cases = 0;              ///< those whose response is known
  double log_predictive_density = 0;  ///< the sum over them
  /// Of that sum, as one of so many cases of this kind: sqrt(cases) times the terms' standard
  /// deviation. NaN for a single case.
  double standard_error = 0;
  std::size_t draws = 0;  ///< of the posterior, that were used
  double unweighted = std::numeric_limits<double>::quiet_NaN();       ///< of leave-one-out only
  double effective_draws = std::numeric_limits<double>::quiet_NaN();  ///< of the case with fewest
  std::vector<std::string> warnings;

  double mean() const { return log_predictive_density / static_cast<double>(cases); }
};

/// Scores what `run` left in a folder.
/// @throws Error as `predict`; usage for a density that cannot leave cases out; bad_data for
///         held-out cases without any response
std::vector<PredictiveScore> predictive_scores(const std::filesystem::path& run_folder,
                                               const Registry& registry,
                                               const ScoreSettings& settings);

/// A table for people; a header `predictive_score,cases,log_predictive_density,standard_error,mean,
/// draws,unweighted,effective_draws` and a line for each, with the shortest numbers that read back
/// as the same, NaN an empty cell; an array of objects with these names, NaN null.
/// @{
std::string scores_table(const std::vector<PredictiveScore>& scores);
std::string scores_csv(const std::vector<PredictiveScore>& scores);
std::string scores_json(const std::vector<PredictiveScore>& scores);
/// @}

}  // namespace mcmc
