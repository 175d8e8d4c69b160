#include "mcmc/plugin.hpp"

MCMC_PLUGIN("other_alignment", "1.0.0") {}
