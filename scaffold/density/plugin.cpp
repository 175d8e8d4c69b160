#include "mcmc/plugin.hpp"

#include "my_density.hpp"

MCMC_PLUGIN("my_density", "0.1.0") {
  registration.add<MyDensity>("mine.my_density", "Logistic regression on one input");
}
