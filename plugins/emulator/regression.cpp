#include "regression.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "marginal_likelihood.hpp"

namespace mcmc::emulator {
namespace {

/// Enough for the hyperparameters; its cube is what learning them costs.
constexpr Eigen::Index points_for_hyperparameters = 250;

/// A partial Cholesky factor of the covariance matrix: K is nearly factor * factor'.
struct PivotedFactor {
  std::vector<Eigen::Index> pivots;
  Eigen::MatrixXd factor;
};

PivotedFactor pivoted_factor(const RegressionData& data, const Hyperparameters& hyperparameters,
                             Eigen::Index most) {
  const Eigen::Index points = data.z.cols();
  const double variance = hyperparameters.amplitude * hyperparameters.amplitude;
  const Eigen::MatrixXd scaled =
      (hyperparameters.length_scales.cwiseInverse().asDiagonal() * data.z).transpose();
  const Eigen::ArrayXd half_squares = 0.5 * scaled.rowwise().squaredNorm().array();
  const Eigen::ArrayXd precision = (hyperparameters.noise * data.noise).array().square().inverse();
  Eigen::ArrayXd unexplained = Eigen::ArrayXd::Constant(points, variance);
  most = std::min(most, points);
  PivotedFactor result{{}, Eigen::MatrixXd(points, most)};
  while (static_cast<Eigen::Index>(result.pivots.size()) < most) {
    Eigen::Index pivot = 0;
    const double worst = (unexplained * precision).maxCoeff(&pivot);
    constexpr double negligible = 0.05;
    if (!(worst > negligible)) break;
    const auto done = static_cast<Eigen::Index>(result.pivots.size());
    auto column = result.factor.col(done);
    column.noalias() = scaled * scaled.row(pivot).transpose();
    column = variance * bump(half_squares + half_squares[pivot] - column.array()).matrix();
    column.noalias() -=
        result.factor.leftCols(done) * result.factor.row(pivot).head(done).transpose();
    column /= std::sqrt(unexplained[pivot]);
    unexplained = (unexplained - column.array().square()).max(0.0);
    unexplained[pivot] = 0;
    result.pivots.push_back(pivot);
  }
  result.factor.conservativeResize(Eigen::NoChange,
                                   static_cast<Eigen::Index>(result.pivots.size()));
  return result;
}

RegressionData chosen(const RegressionData& data, const std::vector<Eigen::Index>& points) {
  return {data.z(Eigen::all, points), data.y(points), data.noise(points)};
}

}  // namespace

Hyperparameters learn_hyperparameters(const RegressionData& data, Hyperparameters start) {
  const bool is_first = start.length_scales.size() == 0;
  if (is_first) start.length_scales.setConstant(data.z.rows(), 3.0);
  // So that enough points are chosen, whatever noise there was.
  Hyperparameters for_choice = start;
  for_choice.noise = std::min(start.noise, 0.01);
  const RegressionData subset =
      chosen(data, pivoted_factor(data, for_choice, points_for_hyperparameters).pivots);
  MarginalLikelihood objective(subset.z, subset.y, subset.noise);
  return maximise(objective, start, is_first ? 3 : 1);
}

Surface fit_surface(const RegressionData& data, const Hyperparameters& hyperparameters,
                    std::size_t centres) {
  const PivotedFactor basis =
      pivoted_factor(data, hyperparameters, static_cast<Eigen::Index>(centres));
  const Eigen::Index points = data.z.cols();
  const Eigen::Index terms = Surface::trend_terms(data.z.rows());
  const Eigen::Index bumps = basis.factor.cols();
  Eigen::MatrixXd regressors(points, terms + bumps);
  Eigen::VectorXd row(terms);
  for (Eigen::Index i = 0; i < points; ++i) {
    Surface::fill_trend(data.z.col(i), row);
    regressors.row(i).head(terms) = trend_sd * row.transpose();
  }
  regressors.rightCols(bumps) = basis.factor;
  const Eigen::VectorXd precision = (hyperparameters.noise * data.noise).cwiseInverse();
  regressors = precision.asDiagonal() * regressors;
  const Eigen::VectorXd scaled = precision.cwiseProduct(data.y);
  Eigen::MatrixXd normal = Eigen::MatrixXd::Identity(terms + bumps, terms + bumps);
  normal.selfadjointView<Eigen::Lower>().rankUpdate(regressors.transpose());
  const Eigen::VectorXd coefficients =
      normal.selfadjointView<Eigen::Lower>().llt().solve(regressors.transpose() * scaled);
  const Eigen::MatrixXd triangle = basis.factor(basis.pivots, Eigen::all);
  Eigen::VectorXd weights =
      triangle.triangularView<Eigen::Lower>().transpose().solve(coefficients.tail(bumps));
  // The Gaussian process's variance belongs to the weights of bumps of height 1.
  weights *= hyperparameters.amplitude * hyperparameters.amplitude;
  const Eigen::MatrixXd places = data.z(Eigen::all, basis.pivots).transpose();
  return {hyperparameters.length_scales, trend_sd * coefficients.head(terms), places, weights};
}

}  // namespace mcmc::emulator
