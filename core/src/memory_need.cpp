#include "memory_need.hpp"

#include <fmt/format.h>

#include <optional>

#include "mcmc/abilities.hpp"
#include "mcmc/error.hpp"
#include "mcmc/memory.hpp"

namespace mcmc {

double bytes_per_chain(const Graph& graph) {
  double bytes = 0;
  for (const Target* target : graph.all<Target>())
    if (const auto* footprint = dynamic_cast<const HasFootprint*>(&target->density()))
      bytes += static_cast<double>(footprint->bytes_per_chain());
  return bytes;
}

void refuse_more_memory_than_there_is(const Graph& graph, std::size_t chains) {
  const std::optional<double> limit = memory_limit();
  const double each = bytes_per_chain(graph);
  const double all = each * static_cast<double>(chains);
  if (!limit || all <= *limit) return;
  throw Error(ExitCode::bad_pipeline,
              fmt::format("the densities need {} for each chain, {} in all, and there are {} of "
                          "memory; expected fewer chains, fewer cases, or approximations",
                          bytes_in_units(each), bytes_in_units(all), bytes_in_units(*limit)));
}

std::string bytes_in_units(double bytes) {
  if (bytes >= 1e9) return fmt::format("{:.1f} GB", bytes / 1e9);
  if (bytes >= 1e6) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.0f} kB", bytes / 1e3);
}

}  // namespace mcmc
