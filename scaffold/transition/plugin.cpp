#include "mcmc/plugin.hpp"

#include "my_transition.hpp"

MCMC_PLUGIN("my_transition", "0.1.0") {
  registration.add<MyTransition>("mine.my_transition", "Metropolis updates, one parameter a time");
}
