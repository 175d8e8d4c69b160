#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>

#include "mcmc/gp/low_rank.hpp"
#include "mcmc/gp/partial_cholesky.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// What a tolerance came to at some point.
struct RankAndError {
  Eigen::Index rank = 0;
  double log_determinant_error = 0;  ///< the most that half the log determinant lacks, in nats
  double error_bound = 0;            ///< of the log likelihood, in nats
};

/// The likelihood with s^2 L L' + c^2 11' in place of K = s^2 V + c^2 11', where L has as many
/// columns of the pivoted Cholesky factor of V as a tolerance asks for (see `PartialCholesky`).
///
/// With D = diag(sigma^2 + v_i) and E = V - L L', columns are added until
/// t = s^2 tr(D^-1 E) <= tolerance, or until there are `largest_rank` of them. As E is positive
/// semi-definite and Chat = s^2 L L' + c^2 11' + D is at least D,
///   -t/2 <= log N(y | 0, C) - log N(y | 0, Chat) <= t/2 y'Chat^-1 y:
/// the first from log|C| - log|Chat| <= tr(Chat^-1 s^2 E), the second from C^-1 >= Chat^-1 -
/// Chat^-1 s^2 E Chat^-1.
///
/// Free (see `StagedLikelihood`) are the amplitude s of a model with a single varying term and, for
/// noise that all cases share, log_sigma: the columns and their order do not depend on them, only
/// their number does. With rank r, the first stage takes r n covariances and n r^2 operations, the
/// second r^3 / 3. Memory: n r + 2 r^2 numbers are in use.
class PivotedLikelihood final : public StagedLikelihood {
 public:
  /// @param tolerance positive @pre 1 <= largest_rank <= n
  PivotedLikelihood(Model& model, double tolerance, Eigen::Index largest_rank, bool reuse);
  ~PivotedLikelihood() override;

  Eigen::Index largest_rank() const { return largest_rank_; }
  /// Of the last evaluation that did not fail, if there is one.
  const std::optional<RankAndError>& last() const { return last_; }

  std::size_t bytes() const override;

 private:
  Failure first_stage(const Eigen::VectorXd& point) override;
  Evaluation second_stage(const Eigen::VectorXd& x) override;
  Failure find_rank(double largest_trace, Eigen::Index& rank);
  void project_new_columns();
  void complete(Eigen::Index rank, double s);

  double tolerance_;
  Eigen::Index largest_rank_;
  PartialCholesky factor_;             ///< of R V R, R^2 = W: weights as in `low_rank.hpp`
  Eigen::VectorXd roots_;              ///< R's diagonal: the column that carries c
  Eigen::VectorXd whitened_response_;  ///< R y
  Projection kept_;  ///< of [R 1, L], for as many columns as `factor_` has had so far
  Projection at_x_;
  Cholesky<double> cholesky_;
  std::optional<RankAndError> last_;
};

}  // namespace mcmc::gp
