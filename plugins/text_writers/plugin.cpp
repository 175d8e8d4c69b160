#include "mcmc/plugin.hpp"

#include "coda_writer.hpp"
#include "getdist_writer.hpp"

MCMC_PLUGIN("text_writers", "1.0.0") {
  registration.add<mcmc::text_writers::CodaWriter>(
      "coda", "An index and a text file for each chain, as CODA, BUGS and JAGS have them",
      "Plummer, Best, Cowles and Vines (2006), CODA: Convergence diagnosis and output analysis for "
      "MCMC");
  registration.add<mcmc::text_writers::GetdistWriter>(
      "getdist", "Names and a text file for each chain, as GetDist and CosmoMC have them",
      "Lewis (2019), GetDist: a Python package for analysing Monte Carlo samples");
}
