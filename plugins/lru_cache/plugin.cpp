#include "mcmc/plugin.hpp"

#include "lru_cache.hpp"

MCMC_PLUGIN("lru_cache", "1.0.0") {
  registration.add<mcmc::lru_cache::LruCache>(
      "lru", "The most recently used states and their log densities");
}
