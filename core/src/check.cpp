#include "mcmc/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "chain.hpp"
#include "evaluation_time.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/writer.hpp"
#include "memory_need.hpp"
#include "not_fitted.hpp"

namespace mcmc {
namespace {

std::string evaluated_at(Target& target, const State& start, const Graph& graph) {
  if (target.parameters().size() != start.size()) return "has other parameters than the start";
  auto* learner = dynamic_cast<Learner*>(&target.density());
  if (learner != nullptr && !learner->ready()) return "is learned during warm-up";
  const std::uint64_t too_early = requests_before_fit(graph);
  const std::uint64_t failures = target.ledger().total_failures();
  const double log_density = target.log_density(start);
  if (requests_before_fit(graph) > too_early) return "uses what is learned during warm-up";
  if (target.ledger().total_failures() > failures) return "fails at the start";
  return fmt::format(
      "log density {:.6f} at the start, {}", log_density,
      seconds_in_units(estimated_seconds_of_full_evaluation(target.density(), start.x)));
}

std::string density_lines(const Graph::Part& part, Target& target, const State& start,
                          const Graph& graph) {
  std::string text =
      fmt::format("  {} ({}): {}\n", part.name, part.type, evaluated_at(target, start, graph));
  text += fmt::format("    parameters: {}\n", fmt::join(target.parameters(), ", "));
  if (const auto* footprint = dynamic_cast<const HasFootprint*>(&target.density()))
    text += fmt::format("    {}, {} for each chain\n", footprint->size_in_words(),
                        bytes_in_units(static_cast<double>(footprint->bytes_per_chain())));
  return text;
}

std::string transition_line(const Graph::Part& part, Transition& transition) {
  const char* reversal = transition.is_reversible() ? "reversible"
                         : transition.reversal()    ? "has a reversal"
                                                    : "no reversal known";
  return fmt::format("  {} ({}): on {}, {}\n", part.name, part.type, transition.target().name(),
                     reversal);
}

std::string name_of(const Graph& graph, const Component& component) {
  for (const Graph::Part& part : graph.parts())
    if (part.component == &component) return part.name;
  return "?";
}

std::string plan_lines(const Graph& graph, const SampleOptions& sample) {
  std::string text;
  for (const WarmupPhase& phase : sample.warmup)
    text += fmt::format("  warm-up: {} x {} iterations of {}\n", phase.rounds, phase.iterations,
                        name_of(graph, *phase.transition));
  return text +
         fmt::format("  sampling: {} draws of {}, {} iterations for each, {} chains, seed {}\n",
                     sample.draws, name_of(graph, *sample.transition), sample.thin, sample.chains,
                     sample.seed);
}

std::string writer_lines(const Graph& graph, std::size_t chains) {
  std::string text;
  for (const Graph::Part& part : graph.parts())
    if (const auto* writer = dynamic_cast<const Writer*>(part.component))
      text += fmt::format("  {} ({}): export/{}\n", part.name, part.type,
                          fmt::join(writer->files(chains), ", export/"));
  return text.empty() ? "" : "writers\n" + text;
}

}  // namespace

std::string check_report(const Pipeline& pipeline) {
  const FlushSubnormals flush_subnormals;
  Chain chain(pipeline.build(), 1);
  refuse_more_memory_than_there_is(chain.graph(), chain.options().chains);
  chain.find_start();
  std::string densities = "densities\n", transitions = "transitions\n";
  for (const Graph::Part& part : chain.graph().parts()) {
    if (auto* target = dynamic_cast<Target*>(part.component))
      densities += density_lines(part, *target, chain.state(), chain.graph());
    if (auto* transition = dynamic_cast<Transition*>(part.component))
      transitions += transition_line(part, *transition);
  }
  return densities + transitions + writer_lines(chain.graph(), chain.options().chains) + "run\n" +
         plan_lines(chain.graph(), chain.options());
}

}  // namespace mcmc
