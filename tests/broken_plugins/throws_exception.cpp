#include <stdexcept>

#include "mcmc/plugin.hpp"

MCMC_PLUGIN("throws_exception", "1.0.0") {
  throw std::runtime_error("the licence has expired");
}
