#include "mcmc/plugin.hpp"

#include "metropolis.hpp"

MCMC_PLUGIN("metropolis", "1.0.0") {
  registration.add<mcmc::metropolis::Metropolis>(
      "metropolis", "Random-walk Metropolis updates with normal proposals",
      "Metropolis et al. (1953), Equation of state calculations by fast computing machines; "
      "Haario, "
      "Saksman and Tamminen (2001), An adaptive Metropolis algorithm");
}
