#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/gp/vecchia_likelihood.hpp"

namespace mcmc::gp {

/// `gp.vecchia`: each case depends on a few earlier ones nearby, chosen before sampling.
class Vecchia final : public GaussianProcess {
 public:
  struct Options {
    Target* of = nullptr;
    std::size_t neighbours = 0;
    std::vector<double> scales = {};
    bool reuse = true;
    void declare(OptionTable& table);
  };

  explicit Vecchia(const Options& options);
  ~Vecchia() override;

  static std::vector<Proposal> propose(const TuningProblem& problem);

  std::size_t bytes_per_chain() const override { return likelihood_.bytes(); }
  std::string size_in_words() const override;

 private:
  Evaluation log_likelihood(const Eigen::VectorXd& x) override { return likelihood_.evaluate(x); }

  VecchiaLikelihood likelihood_;
};

}  // namespace mcmc::gp
