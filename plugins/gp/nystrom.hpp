#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/nystrom_likelihood.hpp"
#include "nystrom_options.hpp"

namespace mcmc::gp {

/// A Nystrom approximation: the noise-free covariance K is replaced by what some of the cases
/// determine of it, K_nm K_mm^-1 K_mn. How K_mm is inverted is left open.
class Nystrom : public GaussianProcess {
 public:
  using Options = NystromOptions;

  std::size_t bytes_per_chain() const final { return likelihood_.bytes(); }
  std::string size_in_words() const final;

 protected:
  Nystrom(const Options& options, std::unique_ptr<InverseRoot> root);

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) final { return likelihood_.evaluate(x); }

  NystromLikelihood likelihood_;
};

}  // namespace mcmc::gp
