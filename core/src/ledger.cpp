#include "mcmc/ledger.hpp"

#include <numeric>
#include <string>

namespace mcmc {

std::uint64_t Ledger::total_failures() const {
  return std::accumulate(failures.begin(), failures.end(), std::uint64_t{0});
}

Ledger& Ledger::operator+=(const Ledger& other) {
  calls += other.calls;
  cache_hits += other.cache_hits;
  for (std::size_t i = 0; i < failures.size(); ++i) failures[i] += other.failures[i];
  cpu_seconds += other.cpu_seconds;
  return *this;
}

void Ledger::persist(Archive& archive) {
  archive.integer("calls", calls);
  archive.integer("cache_hits", cache_hits);
  for (std::size_t i = 1; i < failures.size(); ++i)
    archive.integer(to_string(static_cast<Failure>(i)), failures[i]);
  archive.number("cpu_seconds", cpu_seconds);
}

}  // namespace mcmc
