#include "flat_density.hpp"

// Another library, but the plugin's name is taken.
MCMC_PLUGIN("twin", "2.0.0") {
  registration.add<FlatDensity>("twin.other", "From the plugin that has the name second");
}
