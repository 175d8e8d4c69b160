#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "approximation.hpp"
#include "mcmc/gp/eigen_likelihood.hpp"
#include "mcmc/gp/gaussian_process.hpp"

namespace mcmc::gp {

/// `gp.eigen_exact`: the largest eigenvalues of K and their eigenvectors in place of K.
class EigenExact final : public GaussianProcess {
 public:
  struct Options {
    Target* of = nullptr;
    std::size_t rank = 0;
    bool reuse = true;
    void declare(OptionTable& table);
  };

  explicit EigenExact(const Options& options);

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }
  std::string size_in_words() const override;

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  EigenLikelihood likelihood_;
};

}  // namespace mcmc::gp
