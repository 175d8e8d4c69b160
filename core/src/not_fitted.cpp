#include "not_fitted.hpp"

#include <cstddef>

namespace mcmc {

std::uint64_t requests_before_fit(const Graph& graph) {
  constexpr auto not_fitted = static_cast<std::size_t>(Failure::not_fitted);
  std::uint64_t requests = 0;
  for (const Target* target : graph.all<Target>())
    requests += target->ledger().failures[not_fitted];
  return requests;
}

}  // namespace mcmc
