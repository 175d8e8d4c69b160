#include "mcmc/plugin.hpp"

#include "slice.hpp"

MCMC_PLUGIN("slice", "1.0.0") {
  registration.add<mcmc::slice::Slice>("slice",
                                       "Univariate slice sampling, one parameter at a time",
                                       "Neal (2003), Slice sampling, sections 3 and 4");
}
