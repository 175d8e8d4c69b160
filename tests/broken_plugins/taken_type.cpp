#include "flat_density.hpp"

MCMC_PLUGIN("taken_type", "1.0.0") {
  registration.add<FlatDensity>("taken.new", "Not added either: a plugin is taken whole or not");
  registration.add<FlatDensity>("twin.flat", "The type is another plugin's");
}
