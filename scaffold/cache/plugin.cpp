#include "mcmc/plugin.hpp"

#include "my_cache.hpp"

MCMC_PLUGIN("my_cache", "0.1.0") {
  registration.add<MyCache>("mine.my_cache", "The last few states, whether used again or not");
}
