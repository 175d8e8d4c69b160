#pragma once

#include <Eigen/Core>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/cholesky.hpp"
#include "mcmc/gp/covariance.hpp"

/// Normal densities whose covariance is of low rank plus a diagonal, C = B B' + D with B n x m: in
/// n m^2 + m^3 operations, without a matrix larger than B. The diagonal is written D = d W^-1 with
/// a number d > 0 and weights W = diag(w), w > 0. Noise that all cases share has w = 1 and d =
/// sigma^2, so that what is computed of B serves every sigma; unequal noise has w_i = 1 / (sigma^2
/// + v_i) and d = 1.
namespace mcmc::gp {

/// All that the log density needs of the n cases, for any d.
struct Projection {
  Eigen::MatrixXd gram;         ///< m x m, the lower triangle of B'WB; the rest has no meaning
  Eigen::VectorXd response;     ///< m, B'Wy
  double squared_response = 0;  ///< y'Wy
  double log_weights = 0;       ///< log |W|
  Eigen::Index cases = 0;       ///< n
};

/// Projects with W = I.
void project(const Rows& basis, const ConstVector& y, Projection& projection);

/// Projects with weights. Leaves W^1/2 B and W^1/2 y in place of B and y.
void project_weighted(Matrix basis, Vector y, const ConstVector& weights, Projection& projection);

/// Gives the same B B' by B H with a reflection H = I - tau v v' (tau v'v = 2, or 0): G becomes
/// H G H. @pre v has m elements
void reflect(Projection& projection, const ConstVector& v, double tau);

/// log N(y | 0, B B' + d W^-1) in nats with all constants. With M = d I + B'WB = L L' and
/// u = L^-1 B'Wy, the quadratic form is (y'Wy - u'u) / d and the log determinant
/// (n - m) log d - log |W| + 2 sum_j log L_jj (the matrix inversion and determinant lemmas of Wang
/// and Neal 2013, section 5.2, with S = I, in a form that divides by no eigenvalue).
/// Leaves L and u in place of the gram matrix and the response.
Evaluation low_rank_log_density_in_place(Projection& projection, double d,
                                         Cholesky<double>& cholesky);

/// The quadratic form of that density, y' C^-1 y, from what it left.
double low_rank_quadratic_form(const Projection& projection, double d);

}  // namespace mcmc::gp
