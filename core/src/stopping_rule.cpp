#include "stopping_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mcmc {
namespace {

/// So that at most a quarter of the draws, and of the time for looking at them, is more than
/// needed.
constexpr double growth = 1.25;
constexpr std::size_t most_without_limit = 100;

/// The variable that is worst in some respect.
struct Worst {
  std::string variable;
  double value;
};

/// What no draw changes has no diagnostics; of anything else a number that is missing is the worst.
bool is_constant(const SummaryRow& row) {
  return row.sd == 0 && !row.is_stuck;
}

Worst fewest_effective_draws(const std::vector<SummaryRow>& summary) {
  Worst worst{"", std::numeric_limits<double>::infinity()};
  for (const SummaryRow& row : summary) {
    const double known = std::min(row.ess_bulk, row.ess_tail);
    const double ess = std::isnan(row.ess_bulk + row.ess_tail) ? 0 : known;
    if (!is_constant(row) && ess < worst.value) worst = {row.variable, ess};
  }
  return worst;
}

Worst highest_rhat(const std::vector<SummaryRow>& summary) {
  Worst worst{"", 1};
  for (const SummaryRow& row : summary) {
    const double rhat = std::isnan(row.rhat) ? std::numeric_limits<double>::infinity() : row.rhat;
    if (!is_constant(row) && rhat > worst.value) worst = {row.variable, rhat};
  }
  return worst;
}

}  // namespace

std::size_t most_draws(const SampleOptions& options) {
  if (!options.until.is_given()) return options.draws;
  return options.until.draws.value_or(most_without_limit * options.draws);
}

std::size_t StoppingRule::goal_from(std::size_t draws) const {
  const std::size_t most = most_draws(options_);
  std::size_t goal = options_.draws;
  while (goal < draws)
    goal = static_cast<std::size_t>(std::ceil(growth * static_cast<double>(goal)));
  return std::min(goal, most);
}

std::optional<std::string> StoppingRule::reason_to_stop(
    std::size_t draws, const std::vector<SummaryRow>& summary) const {
  const Worst ess = fewest_effective_draws(summary);
  const Worst rhat = highest_rhat(summary);
  const StopWhen& until = options_.until;
  const bool has_goal = until.ess || until.rhat;
  const bool is_good = !summary.empty() && ess.value >= until.ess.value_or(0) &&
                       rhat.value <= until.rhat.value_or(rhat.value);
  const std::string quality =
      fmt::format("at least {:.0f} effective draws ({}), R-hat at most {:.4f} ({})", ess.value,
                  ess.variable, rhat.value, rhat.variable);
  if (has_goal && is_good)
    return fmt::format("stopped after {} draws of each chain, which are enough: {}", draws,
                       quality);
  if (draws >= most_draws(options_))
    return fmt::format("stopped after {} draws of each chain, the most that `until:` allows{}: {}",
                       draws, has_goal ? ", which are not enough" : "", quality);
  return std::nullopt;
}

void sample_until_done(Ensemble& ensemble, const Ensemble::OpenSink& open_sink,
                       const std::function<std::vector<SummaryRow>()>& summarize_now,
                       const std::function<void(const std::string&)>& tell) {
  const SampleOptions& options = ensemble.chains().front()->options();
  const StoppingRule rule(options);
  std::size_t drawn = 0;
  for (const auto& chain : ensemble.chains()) drawn = std::max(drawn, chain->draws_kept());
  for (std::size_t goal = rule.goal_from(drawn);; goal = rule.goal_from(goal + 1)) {
    ensemble.sample(goal, open_sink);
    if (!options.until.is_given() || ensemble.is_stopped() || ensemble.all_are_lost()) return;
    if (ensemble.is_out_of_time())
      return tell(fmt::format("stopped after {} hours of sampling, as `until:` says",
                              *options.until.hours));
    if (const auto reason = rule.reason_to_stop(goal, summarize_now())) return tell(*reason);
  }
}

}  // namespace mcmc
