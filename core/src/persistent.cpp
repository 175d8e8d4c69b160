#include "mcmc/persistent.hpp"

namespace mcmc {

Archive::~Archive() = default;
Persistent::~Persistent() = default;

}  // namespace mcmc
