#pragma once

#include <cstddef>
#include <vector>

#include "mcmc/build_context.hpp"
#include "mcmc/gp/covariance.hpp"
#include "mcmc/gp/dataset.hpp"
#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/mean.hpp"
#include "mcmc/gp/prior.hpp"

namespace mcmc::gp {

/// `gp.exact`: prior times exact likelihood, the target that approximations are corrected to.
class Exact final : public GaussianProcess {
 public:
  struct Options {
    DataOptions data;
    std::vector<CovarianceTerm*> covariance;
    NamedComponents<Prior> priors;
    Mean* mean = nullptr;
    bool reuse = true;
    void declare(OptionTable& table);
  };

  Exact(Options& options, BuildContext& context);
  explicit Exact(std::shared_ptr<Model> model, bool reuse = true);

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  ExactLikelihood likelihood_;
};

}  // namespace mcmc::gp
