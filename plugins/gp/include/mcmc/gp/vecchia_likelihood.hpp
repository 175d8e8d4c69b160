#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/cholesky.hpp"
#include "mcmc/gp/constant_term.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/neighbours.hpp"
#include "mcmc/gp/packed_triangle.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// The likelihood in which each case depends on a few earlier ones only (Vecchia 1988), for the
/// covariance A = V + diag(sigma^2 + v_i) without the constant term: with an order of the cases and
/// m of the earlier ones N(i) for each, p(y) = prod_i p(y_i | y_N(i)). Every such factor is normal,
/// and comes from the Cholesky factor of the m + 1 cases' own covariance. The constant term c^2 11'
/// joins the product exactly (see `WhitenedSums`); each factor for itself would know little of it.
///
/// The order and N(i) are given, and the same at every x: the log likelihood is continuous in x.
/// The first m + 1 cases make one block. The others are computed in batches of eight, one in each
/// lane of a vector register: n m^2 / 2 covariances, unless only the amplitude or sigma changed,
/// and n m^3 / 6 multiplications in all, and n m^2 / 2 numbers of memory.
class VecchiaLikelihood final : public StagedLikelihood {
 public:
  /// @pre the model outlives this; the conditioning is of its cases
  VecchiaLikelihood(Model& model, Conditioning conditioning, bool reuse);
  ~VecchiaLikelihood() override;

  /// m
  Eigen::Index neighbours() const { return conditioning_.blocks.rows() - 1; }
  std::size_t bytes() const override;

 private:
  static constexpr int lanes = 8;
  using Lane = Eigen::Array<double, lanes, 1>;
  /// One number for each lane in each column.
  using Lanes = Eigen::Array<double, lanes, Eigen::Dynamic>;

  Failure first_stage(const Eigen::VectorXd& point) override;
  Evaluation second_stage(const Eigen::VectorXd& x) override;

  Failure add_first_block(const Eigen::VectorXd& x, WhitenedSums& sums);
  Eigen::Index batches() const;
  /// The block in a lane of a batch; lanes without one of their own repeat the last.
  auto block_of(Eigen::Index batch, Eigen::Index lane) const;
  void gather_inputs(Eigen::Index batch);
  void gather_cases(const Eigen::VectorXd& x, Eigen::Index batch);
  Failure factorise_batch();
  void add_batch(Eigen::Index count, WhitenedSums& sums) const;

  Conditioning conditioning_;
  CenteredResponse response_;
  Eigen::MatrixXd first_inputs_;
  Eigen::MatrixXd first_varying_;  ///< V of the first cases, its lower triangle
  Eigen::MatrixXd first_block_;    ///< their covariance, and below it responses and ones
  Cholesky<double> cholesky_;
  Eigen::MatrixXd varying_;  ///< V of the pairs of each batch, in a column

  // Of one batch; row 8 i + l belongs to member i of the block in lane l.
  Eigen::MatrixXd members_;  ///< inputs
  Eigen::MatrixXd left_;     ///< inputs of pairs of members, the lower triangle by columns
  Eigen::MatrixXd right_;
  Eigen::VectorXd pairs_;  ///< their covariances; then the factor
  Lanes noise_;            ///< of members
  Lanes u_;                ///< responses of members; the last is then L^-1 y's last
  Lanes v_;                ///< ones; as `u_`
  Lane last_pivot_;        ///< the square of L's last diagonal element
};

}  // namespace mcmc::gp
