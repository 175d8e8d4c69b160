#include "mcmc/density.hpp"

namespace mcmc {

Density::~Density() = default;

}  // namespace mcmc
