#include "mcmc/plugin.hpp"

MCMC_PLUGIN("throws_number", "1.0.0") {
  throw 42;
}
