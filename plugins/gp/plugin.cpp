#include "mcmc/plugin.hpp"

#include "eigen_exact.hpp"
#include "exact.hpp"
#include "fitc.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/linear.hpp"
#include "mcmc/gp/means.hpp"
#include "mcmc/gp/periodic.hpp"
#include "mcmc/gp/prior.hpp"
#include "mcmc/gp/product.hpp"
#include "mcmc/gp/quantity_priors.hpp"
#include "mcmc/gp/stationary.hpp"
#include "nystrom_cholesky.hpp"
#include "nystrom_eigen.hpp"
#include "pivoted_cholesky.hpp"
#include "simulator.hpp"
#include "single_precision.hpp"
#include "subset_of_data.hpp"
#include "vecchia.hpp"

MCMC_PLUGIN("gp", "1.0.0") {
  using namespace mcmc::gp;
  const char* const book = "Rasmussen and Williams (2006), Gaussian Processes for Machine Learning";
  registration.add<Exact>(
      "gp.exact", "Gaussian process regression with the exact likelihood, by Cholesky", book);
  const char* const paper = "Wang and Neal (2013), section 5.2";
  registration.add<SubsetOfData>(
      "gp.subset_of_data", "The exact likelihood of some of the cases, with the full prior", paper);
  registration.add<NystromCholesky>(
      "gp.nystrom_cholesky",
      "What some of the cases determine of the covariance: low rank, by a Cholesky factorisation",
      paper);
  registration.add<NystromEigen>(
      "gp.nystrom_eigen",
      "The same approximation as gp.nystrom_cholesky, by eigenvalues and eigenvectors", paper);
  registration.add<EigenExact>(
      "gp.eigen_exact",
      "The largest eigenvalues of the covariance: usually slower than gp.exact, for reference",
      paper);
  registration.add<Fitc>(
      "gp.fitc",
      "What some of the cases determine of the covariance, with the variance of every case kept",
      "Snelson and Ghahramani (2006), Sparse Gaussian processes using pseudo-inputs");
  registration.add<PivotedCholesky>("gp.pivoted_cholesky",
                                    "As much of the covariance as a tolerance asks for: low rank, "
                                    "by a Cholesky factorisation with "
                                    "pivoting",
                                    "Harbrecht, Peters and Schneider (2012), On the low-rank "
                                    "approximation by the pivoted Cholesky "
                                    "decomposition");
  registration.add<SinglePrecision>("gp.single_precision",
                                    "The exact likelihood, factorised in single precision", book);
  registration.add<Vecchia>(
      "gp.vecchia", "Each case depends on a few others nearby",
      "Vecchia (1988), Estimation and model identification for continuous spatial processes");
  registration.add<GaussianProcessSimulator>(
      "gp.simulator", "Data of a Gaussian process with given hyperparameters, at uniform inputs",
      "Wang and Neal (2013), section 5.1");
  registration.add<ConstantTerm>("constant", "c^2, fixed: a constant function", book);
  registration.add<SquaredExponentialTerm>(
      "squared_exponential",
      "eta^2 exp(-sum_k ((x_k - z_k) / rho_k)^2), without a factor 1/2 in the exponent",
      "Wang and Neal (2013), section 5.1");
  registration.add<Matern12Term>("matern12", "eta^2 exp(-r), r^2 = sum_k ((x_k - z_k) / rho_k)^2",
                                 book);
  registration.add<Matern32Term>(
      "matern32", "eta^2 (1 + a) exp(-a), a^2 = 3 sum_k ((x_k - z_k) / rho_k)^2", book);
  registration.add<Matern52Term>(
      "matern52", "eta^2 (1 + a + a^2/3) exp(-a), a^2 = 5 sum_k ((x_k - z_k) / rho_k)^2", book);
  registration.add<RationalQuadraticTerm>(
      "rational_quadratic",
      "eta^2 (1 + r^2/alpha)^-alpha, r^2 = sum_k ((x_k - z_k) / rho_k)^2: no factor 1/2", book);
  registration.add<PeriodicTerm>(
      "periodic", "eta^2 exp(-sum_k (sin(pi (x_k - z_k) / period) / rho)^2): no factor 2 or 1/2",
      "MacKay (1998), Introduction to Gaussian processes");
  registration.add<LinearTerm>("linear", "sum_k eta_k^2 (x_k - c_k) (z_k - c_k)", book);
  registration.add<ProductTerm>("product", "The product of terms", book);
  registration.add<NormalPrior>("normal", "A normal distribution of the parameter (a logarithm)");
  registration.add<GammaPrior>("gamma", "A gamma distribution of the quantity itself");
  registration.add<InverseGammaPrior>("inverse_gamma",
                                      "An inverse gamma distribution of the quantity itself");
  registration.add<HalfCauchyPrior>("half_cauchy",
                                    "The positive half of a Cauchy distribution of the quantity");
  registration.add<HalfNormalPrior>("half_normal",
                                    "The positive half of a normal distribution of the quantity");
  registration.add<UniformPrior>("uniform", "A uniform distribution of the quantity itself");
  registration.add<PrecisionGammaPrior>("precision_gamma",
                                        "A gamma distribution of 1 / q^2, q being the quantity",
                                        "Neal, Software for Flexible Bayesian Modeling");
  registration.add<FixedPrior>("fixed", "A known value of the quantity itself: not sampled");
  registration.add<ZeroMean>("zero", "A prior mean of zero, in the model's units");
  registration.add<ConstantMean>("constant", "A known constant");
  registration.add<LinearMean>("linear", "A known linear function of chosen inputs", book);
}
