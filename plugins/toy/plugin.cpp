#include "mcmc/plugin.hpp"

#include "banana.hpp"
#include "gaussian.hpp"
#include "mixture.hpp"

MCMC_PLUGIN("toy", "1.0.0") {
  registration.add<mcmc::toy::Gaussian>("toy.gaussian",
                                        "A Gaussian with the same correlation in every pair");
  registration.add<mcmc::toy::Banana>(
      "toy.banana", "A two-dimensional Gaussian, bent",
      "Haario, Saksman and Tamminen (1999), Adaptive proposal distribution for random walk "
      "Metropolis algorithm");
  registration.add<mcmc::toy::Mixture>("toy.mixture", "Several Gaussian modes");
}
