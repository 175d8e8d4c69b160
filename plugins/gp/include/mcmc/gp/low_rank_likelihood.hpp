#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/low_rank.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// A log likelihood of all of a model's cases with C = B B' + diag(sigma^2 + v_i) in place of
/// K + diag(sigma^2 + v_i), where B has a fixed number m of columns. The first stage takes n m^2
/// operations or more, the second m^3.
class LowRankLikelihood : public StagedLikelihood {
 public:
  ~LowRankLikelihood() override;

  std::size_t bytes() const override;

 protected:
  /// Free are `free` and, for noise that all cases share, log_sigma. @pre the model outlives this
  LowRankLikelihood(Model& model, Eigen::Index columns, std::vector<Eigen::Index> free, bool reuse);

  /// n x columns, to be filled by `fill_basis`.
  Eigen::MatrixXd& basis() { return basis_; }

 private:
  /// Fills the basis with F at a point whose free parameters are 0.
  virtual Failure fill_basis(const Eigen::VectorXd& point) = 0;
  /// Anything else to do once for a basis, with the projection of F.
  virtual void finish(Projection& projection);
  /// Turns the projection of F into that of B = F T at x. @pre `at_x` has the right scalars
  virtual void complete(const Eigen::VectorXd& x, const Projection& projection,
                        Projection& at_x) const = 0;

  Failure first_stage(const Eigen::VectorXd& point) final;
  Evaluation second_stage(const Eigen::VectorXd& x) final;
  void project_basis(const Eigen::VectorXd& point);

  bool shared_noise_;
  Eigen::MatrixXd basis_;
  Eigen::VectorXd response_;
  Projection kept_;
  Projection at_x_;
  Cholesky<double> cholesky_;
};

}  // namespace mcmc::gp
