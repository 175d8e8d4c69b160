#include "mcmc/plugin.hpp"

#include "tempered_density.hpp"
#include "tempered_transitions.hpp"

MCMC_PLUGIN("tempered_transitions", "1.0.0") {
  using namespace mcmc::tempered_transitions;
  registration.add<TemperedTransitions>(
      "tempered_transitions", "A way up and down a ladder of densities, taken as one proposal",
      "Neal (1996), Sampling from multimodal distributions using tempered transitions; Wang and "
      "Neal "
      "(2013), section 4");
  registration.add<TemperedDensity>("tempered", "A power of another density, or of its likelihood",
                                    "Neal (1996), Sampling from multimodal distributions using "
                                    "tempered transitions");
}
