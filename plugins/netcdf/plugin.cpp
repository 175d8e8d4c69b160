#include "mcmc/plugin.hpp"

#include "netcdf_writer.hpp"

MCMC_PLUGIN("netcdf", "1.0.0") {
  registration.add<mcmc::netcdf::NetcdfWriter>(
      "netcdf", "One netCDF-4 file with all chains, as ArviZ's InferenceData",
      "Kumar, Carroll, Hartikainen and Martin (2019), ArviZ: a unified library for exploratory "
      "analysis of Bayesian models in Python");
}
