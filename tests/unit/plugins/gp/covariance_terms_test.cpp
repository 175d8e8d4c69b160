#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/linear.hpp"
#include "mcmc/gp/periodic.hpp"
#include "mcmc/gp/product.hpp"
#include "mcmc/gp/stationary.hpp"
#include "small_problem.hpp"

using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::scattered;

namespace {

using Row = Eigen::VectorXd;
/// Of the parameters themselves, in their order, not of their logarithms.
using Definition = std::function<double(const Eigen::VectorXd&, const Row&, const Row&)>;

const std::vector<std::string> names{"a", "b", "c"};

double squared_distance(const Row& x, const Row& z, const Eigen::VectorXd& rho) {
  return ((x - z).array() / rho.array()).square().sum();
}

/// r^2 with the length scales after eta: one for all inputs, or one for each.
double scaled(const Eigen::VectorXd& p, const Row& x, const Row& z, bool per_input) {
  const Index inputs = x.size();
  return squared_distance(
      x, z, per_input ? Eigen::VectorXd(p.segment(1, inputs)) : Row::Constant(inputs, p(1)));
}

void check(CovarianceTerm& term, const Definition& definition, std::size_t expected_parameters) {
  const std::vector<CovarianceParameter> parameters = term.parameters(names);
  Index count = 0;
  for (const CovarianceParameter& parameter : parameters) count += std::max(parameter.elements, 1);
  REQUIRE(count == static_cast<Index>(expected_parameters));
  const Eigen::VectorXd theta = 0.4 * scattered(count, 1);
  const Eigen::VectorXd quantities = theta.array().exp();
  for (const Index rows : {1, 5, 9}) {
    const Eigen::MatrixXd x = scattered(rows, 3), z = -scattered(rows, 3);
    Eigen::MatrixXd block = Eigen::MatrixXd::Constant(rows, rows, 2.0);
    Eigen::VectorXd pairs = Eigen::VectorXd::Constant(rows, 3.0), diagonal = pairs;
    term.add_block(theta, x, z, block);
    term.add_pairs(theta, x, z, pairs);
    term.add_diagonal(theta, x, diagonal);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < rows; ++j)
        CHECK(block(i, j) - 2 ==
              Approx(definition(quantities, x.row(i), z.row(j))).epsilon(1e-12).margin(1e-12));
      CHECK(pairs(i) == Approx(block(i, i) + 1).epsilon(1e-12));
      CHECK(diagonal(i) - 3 == Approx(definition(quantities, x.row(i), x.row(i))).epsilon(1e-12));
    }
  }
}

template <class Term>
void check_stationary(const std::function<double(double)>& of_squared_distance) {
  for (const bool per_input : {false, true}) {
    Term term({{}, per_input ? "per_input" : "shared"});
    check(
        term,
        [&](const Eigen::VectorXd& p, const Row& x, const Row& z) {
          return p(0) * p(0) * of_squared_distance(scaled(p, x, z, per_input));
        },
        per_input ? 4 : 2);
  }
}

}  // namespace

TEST_CASE("Matern terms hold their definitions") {
  check_stationary<Matern12Term>([](double r2) { return std::exp(-std::sqrt(r2)); });
  check_stationary<Matern32Term>([](double r2) {
    const double a = std::sqrt(3 * r2);
    return (1 + a) * std::exp(-a);
  });
  check_stationary<Matern52Term>([](double r2) {
    const double a = std::sqrt(5 * r2);
    return (1 + a + a * a / 3) * std::exp(-a);
  });
}

TEST_CASE("The rational quadratic holds its definition and tends to the squared exponential") {
  for (const bool per_input : {false, true}) {
    RationalQuadraticTerm term({{}, per_input ? "per_input" : "shared"});
    check(
        term,
        [&](const Eigen::VectorXd& p, const Row& x, const Row& z) {
          const double alpha = p(p.size() - 1);
          return p(0) * p(0) * std::pow(1 + scaled(p, x, z, per_input) / alpha, -alpha);
        },
        per_input ? 5 : 3);
  }
  RationalQuadraticTerm wide({{}, "shared"});
  wide.parameters({"a"});
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(1, 1);
  wide.add_block(Eigen::Vector3d(0, 0, 20), Eigen::MatrixXd::Zero(1, 1),
                 Eigen::MatrixXd::Ones(1, 1), block);
  CHECK(block(0, 0) == Approx(std::exp(-1.0)).epsilon(1e-8));
}

TEST_CASE("The periodic term holds its definition and repeats itself") {
  PeriodicTerm term(PeriodicTerm::Options{});
  check(
      term,
      [](const Eigen::VectorXd& p, const Row& x, const Row& z) {
        const Eigen::ArrayXd sines = (std::numbers::pi / p(2) * (x - z).array()).sin();
        return p(0) * p(0) * std::exp(-(sines / p(1)).square().sum());
      },
      3);
  term.parameters({"a"});
  Eigen::VectorXd value = Eigen::VectorXd::Zero(1);
  term.add_pairs(Eigen::Vector3d(0, 0, std::log(0.7)), Eigen::MatrixXd::Zero(1, 1),
                 Eigen::MatrixXd::Constant(1, 1, 2.1), value);
  CHECK(value(0) == Approx(1).epsilon(1e-12));
}

TEST_CASE("The linear term holds its definition, shared or per input, about any center") {
  const Eigen::Vector3d center(0.3, -1, 2);
  for (const bool centred : {false, true})
    for (const bool per_input : {false, true}) {
      LinearTerm::Options options;
      options.slopes = per_input ? "per_input" : "shared";
      if (centred) options.center = {center[0], center[1], center[2]};
      LinearTerm term(options);
      check(
          term,
          [&](const Eigen::VectorXd& p, const Row& x, const Row& z) {
            double sum = 0;
            for (Index k = 0; k < 3; ++k) {
              const double c = centred ? center[k] : 0, eta = p(per_input ? k : 0);
              sum += eta * eta * (x(k) - c) * (z(k) - c);
            }
            return sum;
          },
          per_input ? 3 : 1);
    }
  LinearTerm wrong({{}, "shared", {1, 2}});
  CHECK_THROWS_WITH(wrong.parameters(names), Catch::Contains("2 numbers for its center"));
}

TEST_CASE("A product multiplies its factors, constants too, and names their parameters") {
  SquaredExponentialTerm first({{{"a"}, "slow"}, "shared"});
  PeriodicTerm second(PeriodicTerm::Options{{"b"}, "year"});
  ConstantTerm constant({.value = 2});
  ProductTerm product({{&first, &second, &constant}, "season"});
  check(
      product,
      [](const Eigen::VectorXd& p, const Row& x, const Row& z) {
        const double slow = p(0) * p(0) * std::exp(-std::pow((x(0) - z(0)) / p(1), 2));
        const double sine = std::sin(std::numbers::pi * (x(1) - z(1)) / p(4));
        return 4 * slow * p(2) * p(2) * std::exp(-std::pow(sine / p(3), 2));
      },
      5);
  const auto parameters = product.parameters(names);
  CHECK(parameters[1].prefix == "slow");
  CHECK(parameters[4].prefix == "year");
  CHECK_THROWS_AS(ProductTerm({{&first}, ""}), mcmc::OptionError);
}

TEST_CASE("A term looks at the inputs that it names, and at no others") {
  Matern32Term term({{{"c", "a"}, ""}, "per_input"});
  const auto parameters = term.parameters(names);
  CHECK(parameters[1].inputs == std::vector<Index>{2, 0});
  Eigen::MatrixXd x(2, 3);
  x << 0, 5, 0, 0, -7, 0;
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(2, 2);
  term.add_block(Eigen::Vector3d::Zero(), x, x, block);
  CHECK(block(0, 1) == 1.0);
  x(1, 2) = 1;
  block.setZero();
  term.add_block(Eigen::Vector3d(0, std::log(2.0), 0), x, x, block);
  CHECK(block(0, 1) == Approx((1 + std::sqrt(0.75)) * std::exp(-std::sqrt(0.75))));

  Matern32Term unknown({{{"aa"}, ""}, "shared"});
  CHECK_THROWS_WITH(unknown.parameters(names), Catch::Contains("did you mean \"a\""));
  Matern32Term twice({{{"a", "a"}, ""}, "shared"});
  CHECK_THROWS_WITH(twice.parameters(names), Catch::Contains("twice"));
}
