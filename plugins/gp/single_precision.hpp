#pragma once

#include <cstddef>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/single_precision_likelihood.hpp"

namespace mcmc::gp {

/// `gp.single_precision`: the exact likelihood, but for the rounding of a factorisation in floats.
class SinglePrecision final : public GaussianProcess {
 public:
  struct Options {
    Target* of = nullptr;
    bool reuse = true;
    void declare(OptionTable& table);
  };

  explicit SinglePrecision(const Options& options);
  ~SinglePrecision() override;

  static std::vector<Proposal> propose(const TuningProblem& problem);

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  SinglePrecisionLikelihood likelihood_;
};

}  // namespace mcmc::gp
