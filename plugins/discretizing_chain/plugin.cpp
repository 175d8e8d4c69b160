#include "mcmc/plugin.hpp"

#include "discretizing_chain.hpp"

MCMC_PLUGIN("discretizing_chain", "1.0.0") {
  registration.add<mcmc::discretizing_chain::DiscretizingChain>(
      "discretizing_chain",
      "Temporary mapping to a chain of an approximation, along which a mark moves",
      "Wang and Neal (2013), MCMC methods for Gaussian process models using fast approximations "
      "for "
      "the likelihood, section 3");
}
