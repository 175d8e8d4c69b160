#include "mcmc/plugin.hpp"

#include "my_mapping.hpp"

MCMC_PLUGIN("my_mapping", "0.1.0") {
  registration.add<MyMapping>("mine.my_mapping",
                              "Proposals by a transition that samples an approximation",
                              "Liu (2001), Monte Carlo Strategies in Scientific Computing");
}
