#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/pivoted_likelihood.hpp"

namespace mcmc::gp {

/// `gp.pivoted_cholesky`: as many columns of a Cholesky factor with pivoting in place of K as a
/// tolerance asks for, wherever the chain is.
class PivotedCholesky final : public GaussianProcess {
 public:
  struct Options {
    Target* of = nullptr;
    double tolerance = 0.1;
    std::optional<std::size_t> max_rank = {};
    bool reuse = true;
    void declare(OptionTable& table);
  };

  /// Fills in `max_rank`.
  explicit PivotedCholesky(Options& options);
  ~PivotedCholesky() override;

  static std::vector<Proposal> propose(const TuningProblem& problem);

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }
  std::string size_in_words() const override;

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  PivotedLikelihood likelihood_;
};

}  // namespace mcmc::gp
