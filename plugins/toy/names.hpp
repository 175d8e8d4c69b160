#pragma once

#include <cstddef>

#include "mcmc/state.hpp"

namespace mcmc::toy {

/// "x" in one dimension, else "x.1", "x.2" and so on.
ParameterNames coordinate_names(std::size_t dimension);

}  // namespace mcmc::toy
