#include "mcmc/gp/covariance.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/stationary.hpp"
#include "small_problem.hpp"

using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::scattered;

namespace {

std::vector<std::string> input_names(Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back("x" + std::to_string(i + 1));
  return names;
}

Eigen::VectorXd vector(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(), static_cast<Index>(values.size()));
}

/// The definition, one pair at a time.
double squared_exponential(const Eigen::VectorXd& theta, const Eigen::MatrixXd& x, Index i,
                           const Eigen::MatrixXd& z, Index j) {
  double exponent = 0;
  for (Index k = 0; k < x.cols(); ++k) {
    const double log_rho = theta.size() == 2 ? theta(1) : theta(1 + k);
    exponent += std::pow((x(i, k) - z(j, k)) / std::exp(log_rho), 2);
  }
  return std::exp(2 * theta(0)) * std::exp(-exponent);
}

}  // namespace

TEST_CASE("The squared exponential has no factor 1/2 in its exponent") {
  SquaredExponentialTerm term({{}, "shared"});
  term.parameters(input_names(1));
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(1, 1);
  term.add_block(vector({0.0, 0.0}), Eigen::MatrixXd::Zero(1, 1), Eigen::MatrixXd::Ones(1, 1),
                 block);
  CHECK(block(0, 0) == Approx(std::exp(-1.0)).epsilon(1e-15));
}

TEST_CASE("A block holds the definition's values for any number of rows and inputs") {
  for (const Index inputs : {1, 2, 3, 4, 5, 9}) {
    for (const Index rows : {1, 7, 8, 13, 64}) {
      const Eigen::MatrixXd x = scattered(rows, inputs);
      const Eigen::MatrixXd z = -scattered(5, inputs);
      Eigen::VectorXd theta = scattered(1 + inputs, 1);
      SquaredExponentialTerm term({{}, "per_input"});
      term.parameters(input_names(inputs));
      Eigen::MatrixXd block = Eigen::MatrixXd::Constant(rows, 5, 3.0);
      term.add_block(theta, x, z, block);
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < 5; ++j)
          CHECK(block(i, j) == Approx(3 + squared_exponential(theta, x, i, z, j)).epsilon(1e-14));
    }
  }
}

TEST_CASE("Pairs and the diagonal hold what the block holds") {
  const Eigen::MatrixXd x = scattered(11, 3);
  const Eigen::MatrixXd z = -scattered(11, 3);
  const Eigen::VectorXd theta = vector({0.3, -0.4});
  SquaredExponentialTerm term({{}, "shared"});
  term.parameters(input_names(3));
  Eigen::MatrixXd across = Eigen::MatrixXd::Zero(11, 11);
  Eigen::MatrixXd within = Eigen::MatrixXd::Zero(11, 11);
  term.add_block(theta, x, z, across);
  term.add_block(theta, x, x, within);
  Eigen::VectorXd pairs = Eigen::VectorXd::Constant(11, 2.0);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(11, 2.0);
  term.add_pairs(theta, x, z, pairs);
  term.add_diagonal(theta, x, diagonal);
  CHECK(pairs.isApprox((across.diagonal().array() + 2).matrix(), 1e-14));
  CHECK(diagonal.isApprox((within.diagonal().array() + 2).matrix(), 1e-14));
}

TEST_CASE("Equal rows are at distance zero and large offsets cost no digits") {
  Eigen::MatrixXd x(3, 2);
  x << 1e9, 1, 1e9, 1, 1e9 + 1, 1;
  SquaredExponentialTerm term({{}, "shared"});
  term.parameters(input_names(2));
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(3, 3);
  term.add_block(vector({0.0, std::log(3.0)}), x, x, block);
  CHECK(block(0, 1) == 1.0);
  CHECK(block(2, 0) == Approx(std::exp(-1.0 / 9)).epsilon(1e-14));
}

TEST_CASE("A term reads a block of a larger matrix in place") {
  const Eigen::MatrixXd inputs = scattered(20, 2);
  const Eigen::VectorXd theta = vector({0.1, 0.2});
  SquaredExponentialTerm term({{}, "shared"});
  term.parameters(input_names(2));
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(20, 20);
  Eigen::MatrixXd part = Eigen::MatrixXd::Zero(20, 20);
  term.add_block(theta, inputs, inputs, all);
  term.add_block(theta, inputs.middleRows(4, 9), inputs.topRows(3), part.block(4, 0, 9, 3));
  CHECK(part.block(4, 0, 9, 3).isApprox(all.block(4, 0, 9, 3), 1e-15));
  CHECK(part.bottomRows(7).isZero(0));
}

TEST_CASE("A shared length scale is one parameter and per-input ones are a vector") {
  const auto shared = SquaredExponentialTerm({{}, "shared"}).parameters({"a", "b"});
  REQUIRE(shared.size() == 2);
  CHECK(shared[0].quantity == "eta");
  CHECK(shared[0].pure_amplitude);
  CHECK(shared[1].quantity == "rho");
  CHECK(shared[1].elements == 0);
  CHECK_FALSE(shared[1].pure_amplitude);
  const auto per_input = SquaredExponentialTerm({{}, "per_input"}).parameters({"a", "b"});
  CHECK(per_input[1].elements == 2);
  CHECK(per_input[1].inputs == std::vector<Index>{0, 1});
}

TEST_CASE("The constant term adds the square of its value and knows that it is constant") {
  ConstantTerm term({.value = 3});
  Eigen::MatrixXd block = Eigen::MatrixXd::Ones(2, 3);
  Eigen::VectorXd pairs = Eigen::VectorXd::Ones(2);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Ones(2);
  term.add_block(vector({}), scattered(2, 1), scattered(3, 1), block);
  term.add_pairs(vector({}), scattered(2, 1), scattered(2, 1), pairs);
  term.add_diagonal(vector({}), scattered(2, 1), diagonal);
  CHECK((block.array() == 10).all());
  CHECK((pairs.array() == 10).all());
  CHECK((diagonal.array() == 10).all());
  CHECK(term.constant_value() == 9.0);
  CHECK_FALSE(SquaredExponentialTerm({{}, "shared"}).constant_value().has_value());
}
