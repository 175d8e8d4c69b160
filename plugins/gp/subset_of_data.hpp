#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/gp/gaussian_process.hpp"

namespace mcmc::gp {

/// `gp.subset_of_data`: the exact likelihood of some of the cases, with the full prior.
class SubsetOfData final : public GaussianProcess {
 public:
  struct Options {
    SubsetOptions subset = {};
    bool reuse = true;
    void declare(OptionTable& table);
  };

  explicit SubsetOfData(const Options& options);

  static std::vector<Proposal> propose(const TuningProblem& problem) {
    return proposed_sizes(problem, "gp.subset_of_data", "subset", {10, 5, 3});
  }

  std::size_t bytes_per_chain() const override;
  std::string size_in_words() const override;

 private:
  SubsetOfData(std::shared_ptr<Model> model, std::shared_ptr<const Dataset> cases, bool reuse);
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  std::shared_ptr<const Dataset> cases_;
  ExactLikelihood likelihood_;
};

}  // namespace mcmc::gp
