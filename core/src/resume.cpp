#include "resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "run_files.hpp"
#include "run_record.hpp"
#include "stopping_rule.hpp"

namespace mcmc {
namespace {

/// Rounding on another machine or by another version may change a log density by about this much.
constexpr double largest_rounding = 1e-4;

void require_enough_draws(const Chain& chain) {
  const std::size_t wanted = most_draws(chain.options());
  if (chain.draws_kept() > wanted)
    throw Error(
        ExitCode::bad_pipeline,
        fmt::format("\"draws\": {} are wanted, but chain {} has kept {} already; expected at "
                    "least as many, as in --set sample.draws={}",
                    wanted, chain.number(), chain.draws_kept(), chain.draws_kept()));
}

}  // namespace

void resume(Ensemble& ensemble, const Checkpoints& checkpoints, const Pipeline& pipeline,
            const Registry& registry, const RunDirectory& directory, bool allow_changes) {
  require_same_run(RunRecord::read(directory.record()),
                   RunRecord::of(pipeline, registry, directory.path()), registry, allow_changes);
  const std::vector<bool> restored = checkpoints.restore(ensemble.chains());
  for (const auto& chain : ensemble.chains()) {
    if (!restored[chain->number() - 1]) continue;
    require_enough_draws(*chain);
    require_files(pipeline, directory, *chain);
  }
  ensemble.check_log_densities(restored, allow_changes ? largest_rounding : 0);
  ensemble.find_starts(restored);
}

std::string progress_in_words(const Ensemble& ensemble) {
  std::vector<std::string> places;
  for (const auto& chain : ensemble.chains())
    places.push_back(chain->is_sampling()
                         ? fmt::format("chain {} at draw {} of {}", chain->number(),
                                       chain->draws_kept(), most_draws(chain->options()))
                         : fmt::format("chain {} at iteration {} of the warm-up", chain->number(),
                                       chain->iterations_done()));
  return fmt::format("{}", fmt::join(places, ", "));
}

}  // namespace mcmc
