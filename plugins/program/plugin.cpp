#include "mcmc/plugin.hpp"

#include "program_density.hpp"

MCMC_PLUGIN("program", "1.0.0") {
  registration.add<mcmc::program::ProgramDensity>(
      "program", "A log density that a program of yours computes, in whatever language");
}
