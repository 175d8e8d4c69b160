#pragma once

#include <cstdlib>

#include "mcmc/testing/statistics.hpp"

namespace mcmc::testing {

/// So many observations at first; twenty times as many in the deep suite, whose environment has
/// MCMC_DEEP.
inline SequentialTest starting_with(std::size_t observations) {
  const std::size_t depth = std::getenv("MCMC_DEEP") != nullptr ? 20 : 1;
  SequentialTest test;
  test.observations = depth * observations;
  test.further_observations = 4 * test.observations;
  return test;
}

}  // namespace mcmc::testing
