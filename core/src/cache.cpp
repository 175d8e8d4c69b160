#include "mcmc/cache.hpp"

namespace mcmc {

Cache::~Cache() = default;
NoCache::~NoCache() = default;

}  // namespace mcmc
