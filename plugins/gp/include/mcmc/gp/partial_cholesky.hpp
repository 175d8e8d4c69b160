#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// The first columns of a Cholesky factor with pivoting of A = R V R, where V is a model's varying
/// covariance of all its cases and R a diagonal matrix: A = L L' + E, and each column is that of
/// the case with the largest element on the diagonal of E (Harbrecht, Peters and Schneider 2012).
///
/// E is positive semi-definite, so its trace bounds its eigenvalues. The columns are computed when
/// they are asked for, one after the other: each depends on those before it and on nothing else. r
/// columns take r n covariances and n r^2 / 2 multiplications.
class PartialCholesky {
 public:
  /// @pre the model outlives this; 1 <= largest_rank <= n
  PartialCholesky(Model& model, Eigen::Index largest_rank);

  /// Begins anew, with no columns. @param roots R's diagonal
  Failure start(const Eigen::VectorXd& point, const ConstVector& roots);
  /// Computes columns until there are `rank`, or as many as there can be: as many as `largest_rank`
  /// says, or until only rounding is left of A. After a failure it must be started anew.
  Failure extend(Eigen::Index rank);

  /// How many columns there are.
  Eigen::Index rank() const { return static_cast<Eigen::Index>(pivots_.size()); }
  /// Whether `extend` could add another one.
  bool can_grow() const { return !exhausted_ && rank() < columns_.cols(); }
  /// L, n x rank.
  auto columns() const { return columns_.leftCols(rank()); }
  /// The cases that the columns belong to.
  const std::vector<Eigen::Index>& pivots() const { return pivots_; }
  /// The trace of E for the first 0, 1, ..., rank columns.
  const std::vector<double>& residual_traces() const { return traces_; }

  /// Of scratch memory, when all columns are there.
  std::size_t bytes() const;

 private:
  Failure append();

  Model* model_;
  Eigen::VectorXd point_;
  Eigen::VectorXd roots_;
  Eigen::MatrixXd columns_;
  Eigen::VectorXd residual_;  ///< the diagonal of E
  double smallest_pivot_ = 0;
  bool exhausted_ = false;
  std::vector<Eigen::Index> pivots_;
  std::vector<double> traces_;
};

}  // namespace mcmc::gp
