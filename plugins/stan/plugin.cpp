#include "mcmc/plugin.hpp"

#include "stan_density.hpp"

MCMC_PLUGIN("stan", "1.0.0") {
  registration.add<mcmc::stan::StanDensity>(
      "stan", "The posterior of a Stan model that BridgeStan has compiled",
      "Roualdes, Ward, Carpenter, Seyboldt and Axen (2023), BridgeStan: Efficient in-memory access "
      "to the methods of a Stan model");
}
