#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "approximation.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/nystrom_likelihood.hpp"

namespace mcmc::gp {

/// A Nystrom approximation: the noise-free covariance K is replaced by what some of the cases
/// determine of it, K_nm K_mm^-1 K_mn. How K_mm is inverted is left open.
class Nystrom : public GaussianProcess {
 public:
  struct Options {
    SubsetOptions subset;
    double jitter = 1e-8;
    bool reuse = true;
    void declare(OptionTable& table);
  };

  std::size_t bytes_per_chain() const final { return likelihood_.bytes(); }
  std::string size_in_words() const final;

 protected:
  Nystrom(const Options& options, std::unique_ptr<InverseRoot> root);

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) final { return likelihood_.evaluate(x); }

  NystromLikelihood likelihood_;
};

}  // namespace mcmc::gp
