#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/low_rank.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// A log likelihood of all of a model's cases with C = B B' + diag(sigma^2 + v_i) in place of
/// K + diag(sigma^2 + v_i), computed in two parts: what depends on all parameters but some free
/// ones (n m^2 operations or more), then the rest (m^3). The first part is kept from one evaluation
/// to the next while only free parameters change.
///
/// The first part is always computed at a point where the free parameters are 0, so it cannot
/// depend on them, and an evaluation gives the same bits with reuse and without, whatever came
/// before.
class LowRankLikelihood {
 public:
  virtual ~LowRankLikelihood();

  /// In nats, with all constants.
  Evaluation evaluate(const Eigen::VectorXd& x);

  /// Of scratch memory.
  virtual std::size_t bytes() const;

 protected:
  /// Free are `free` and, for noise that all cases share, log_sigma. @pre the model outlives this
  LowRankLikelihood(Model& model, Eigen::Index columns, std::vector<Eigen::Index> free, bool reuse);

  Model& model() const { return *model_; }
  /// n x columns, to be filled by `fill_basis`.
  Eigen::MatrixXd& basis() { return basis_; }

 private:
  /// Fills the basis with F at a point whose free parameters are 0. What was kept before is valid
  /// still when this fails.
  virtual Failure fill_basis(const Eigen::VectorXd& point) = 0;
  /// Anything else to do once for a basis, with the projection of F.
  virtual void finish(Projection& projection);
  /// Turns the projection of F into that of B = F T at x. @pre `at_x` has the right scalars
  virtual void complete(const Eigen::VectorXd& x, const Projection& projection,
                        Projection& at_x) const = 0;

  Failure update(const Eigen::VectorXd& x);
  void project_basis(const Eigen::VectorXd& point);

  Model* model_;
  std::vector<Eigen::Index> free_;
  bool shared_noise_;
  bool reuse_;
  Eigen::MatrixXd basis_;
  Eigen::VectorXd response_;
  Eigen::VectorXd kept_point_;  ///< where `kept_` was computed; empty when nowhere
  Projection kept_;
  Projection at_x_;
};

}  // namespace mcmc::gp
