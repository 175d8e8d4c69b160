#include "mcmc/plugin.hpp"

#include "exact.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/prior.hpp"
#include "mcmc/gp/stationary.hpp"

MCMC_PLUGIN("gp", "1.0.0") {
  using namespace mcmc::gp;
  const char* const book = "Rasmussen and Williams (2006), Gaussian Processes for Machine Learning";
  registration.add<Exact>(
      "gp.exact", "Gaussian process regression with the exact likelihood, by Cholesky", book);
  registration.add<ConstantTerm>("constant", "c^2, fixed: a constant function", book);
  registration.add<SquaredExponentialTerm>(
      "squared_exponential",
      "eta^2 exp(-sum_k ((x_k - z_k) / rho_k)^2), without a factor 1/2 in the exponent",
      "Wang and Neal (2013), section 5.1");
  registration.add<NormalPrior>("normal", "A normal distribution of the parameter (a logarithm)");
}
