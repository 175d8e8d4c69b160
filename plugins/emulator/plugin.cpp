#include "mcmc/plugin.hpp"

#include "emulator.hpp"

MCMC_PLUGIN("emulator", "1.0.0") {
  registration.add<mcmc::emulator::Emulator>(
      "emulator", "An approximation of any density, learned from its evaluations in warm-up",
      "Rasmussen (2003), Gaussian processes to speed up hybrid Monte Carlo for expensive Bayesian "
      "integrals; here the approximation of a temporary mapping (Wang and Neal 2013)");
}
