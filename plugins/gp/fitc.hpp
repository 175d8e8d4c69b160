#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/fitc_likelihood.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "nystrom_options.hpp"

namespace mcmc::gp {

/// `gp.fitc`: the Nystrom approximation with the diagonal of K in place of its own.
class Fitc final : public GaussianProcess {
 public:
  using Options = NystromOptions;

  explicit Fitc(const Options& options);
  ~Fitc() override;

  static std::vector<Proposal> propose(const TuningProblem& problem) {
    return proposed_sizes(problem, "gp.fitc", "fitc", {20, 10});
  }

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }
  std::string size_in_words() const override;

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  FitcLikelihood likelihood_;
};

}  // namespace mcmc::gp
