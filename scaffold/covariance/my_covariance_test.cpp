#include "my_covariance.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

/// What every covariance function has to be: symmetric, with the same values in blocks and pairs,
/// and without negative eigenvalues; and a wave is the same one period away.
int main() {
  MyCovariance term(MyCovariance::Options{});
  term.parameters({"x"});
  const Eigen::Vector2d theta(0.5, std::log(3.0));
  const Eigen::MatrixXd x = Eigen::VectorXd::LinSpaced(7, 0, 4.5);

  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(7, 7);
  term.add_block(theta, x, x, block);
  Eigen::VectorXd pairs = Eigen::VectorXd::Zero(7);
  term.add_pairs(theta, x, x.colwise().reverse(), pairs);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Zero(7);
  term.add_diagonal(theta, x, diagonal);
  Eigen::VectorXd one_period_away = Eigen::VectorXd::Zero(7);
  term.add_pairs(theta, x, x.array() + 3, one_period_away);

  const double asymmetry = (block - block.transpose()).cwiseAbs().maxCoeff();
  const double of_pairs = (block.rowwise().reverse().diagonal() - pairs).cwiseAbs().maxCoeff();
  const double of_diagonal = (block.diagonal() - diagonal).cwiseAbs().maxCoeff();
  const double of_period = (one_period_away.array() - std::exp(1.0)).abs().maxCoeff();
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(block).eigenvalues()(0);
  std::printf(
      "asymmetry %g; pairs, diagonal and period wrong by %g, %g and %g; least eigenvalue %g\n",
      asymmetry, of_pairs, of_diagonal, of_period, least);
  constexpr double exact = 1e-12;
  const bool right = asymmetry < exact && of_pairs < exact && of_diagonal < exact &&
                     of_period < exact && least > -exact;
  return right ? 0 : 1;
}
