#include "flat_density.hpp"

MCMC_PLUGIN("twin", "1.0.0") {
  registration.add<FlatDensity>("twin.flat", "From the plugin that has the name first");
}
