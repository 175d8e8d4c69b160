#pragma once

#include <string>

#include "mcmc/density.hpp"

namespace mcmc {

/// What went wrong in the latest evaluation of `density` that failed in this way.
std::string in_words(Failure failure, const Density& density);

}  // namespace mcmc
