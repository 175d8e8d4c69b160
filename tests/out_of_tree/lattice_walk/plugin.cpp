#include "mcmc/plugin.hpp"

#include "lattice_walk.hpp"

MCMC_PLUGIN("lattice_walk", "1.0.0") {
  registration.add<LatticeWalk>("example.lattice_walk", "Metropolis steps to neighbouring points");
}
