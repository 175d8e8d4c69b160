#include "kind_options.hpp"

#include <memory>
#include <string_view>

#include "mcmc/mapping.hpp"
#include "mcmc/simulator.hpp"

namespace mcmc {

void DensityKindOptions::declare(OptionTable& table) {
  table.add("cache", cache)
      .default_is("{type: lru, capacity: 1024}")
      .without_effect_on_draws()
      .doc("What remembers log densities of states; \"none\" remembers nothing");
  table.add("on_failure", on_failure)
      .one_of({"reject", "abort"})
      .without_effect_on_draws()
      .doc("A failed evaluation is counted and its state rejected, or ends the run");
}

void MappingKindOptions::declare(OptionTable& table) {
  table.add("updates", updates)
      .at_least(1)
      .at_most(1e6)
      .doc("Updates of the mapped state between mapping up and mapping down (the paper's r)");
}

void SimulatorKindOptions::declare(OptionTable& table) {
  table.add("seed", seed)
      .at_least(0)
      .doc("Seed of all random numbers; the same seed gives the same data");
  table.add("digits", digits)
      .at_least(1)
      .at_most(17)
      .doc("Significant digits of the numbers written; 17 lose nothing");
}

namespace {

template <class Options>
struct Holder final : OptionsHolder {
  Holder() { options.declare(table()); }
  Options options;
};

}  // namespace

std::unique_ptr<OptionsHolder> kind_options(std::string_view kind) {
  if (kind == Density::kind) return std::make_unique<Holder<DensityKindOptions>>();
  if (kind == Mapping::kind) return std::make_unique<Holder<MappingKindOptions>>();
  if (kind == Simulator::kind) return std::make_unique<Holder<SimulatorKindOptions>>();
  return nullptr;
}

}  // namespace mcmc
