#include "run_tables.hpp"

#include <fmt/format.h>

#include "mcmc/mapping.hpp"

namespace mcmc {
namespace {

using Chains = std::vector<std::unique_ptr<Chain>>;

std::string density_row(const std::string& name, const Chains& chains, std::size_t part) {
  Ledger sum;
  for (const auto& chain : chains)
    sum += dynamic_cast<Target&>(*chain->graph().parts()[part].component).ledger();
  return fmt::format("{},density,{},{},{},{},\n", name, sum.calls, sum.cache_hits,
                     sum.total_failures(), sum.cpu_seconds);
}

std::string transition_row(const std::string& name, const Chains& chains, std::size_t part) {
  std::uint64_t steps = 0;
  StepReport tally;
  bool is_mapping = false;
  for (const auto& chain : chains) {
    Component* component = chain->graph().parts()[part].component;
    auto& transition = dynamic_cast<Transition&>(*component);
    steps += transition.steps();
    tally += transition.tally();
    if (Transition* reversal = transition.reversal(); reversal && reversal != &transition) {
      steps += reversal->steps();
      tally += reversal->tally();
    }
    is_mapping = dynamic_cast<MappedTransition*>(component) != nullptr;
  }
  return fmt::format("{},{},{},,,,{}\n", name, is_mapping ? "mapping" : "transition", steps,
                     tally.mean_acceptance());
}

}  // namespace

std::string evaluations_csv(const Chains& chains) {
  std::string text = "component,kind,calls,cache_hits,failures,cpu_seconds,acceptance\n";
  const std::vector<Graph::Part>& parts = chains.front()->graph().parts();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (dynamic_cast<Target*>(parts[i].component) != nullptr)
      text += density_row(parts[i].name, chains, i);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (dynamic_cast<Transition*>(parts[i].component) != nullptr)
      text += transition_row(parts[i].name, chains, i);
  return text;
}

}  // namespace mcmc
