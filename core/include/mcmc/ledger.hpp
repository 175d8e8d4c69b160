#pragma once

#include <cstdint>

#include "mcmc/evaluation.hpp"
#include "mcmc/persistent.hpp"

namespace mcmc {

/// What a target has been asked and what that cost.
struct Ledger final : Persistent {
  std::uint64_t calls = 0;
  std::uint64_t cache_hits = 0;
  PerFailure<std::uint64_t> failures{};
  double cpu_seconds = 0;  ///< of the thread, in the density; extrapolated where timed by sampling

  std::uint64_t evaluations() const { return calls - cache_hits; }
  std::uint64_t total_failures() const;
  Ledger& operator+=(const Ledger& other);
  void persist(Archive& archive) override;
};

}  // namespace mcmc
