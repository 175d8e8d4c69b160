#include "mcmc/plugin.hpp"

void defined_nowhere();

MCMC_PLUGIN("undefined_symbol", "1.0.0") {
  defined_nowhere();
}
