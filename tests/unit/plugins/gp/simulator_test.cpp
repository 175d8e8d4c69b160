#include "simulator.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "../../temporary_directory.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/means.hpp"
#include "mcmc/gp/stationary.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::error_of;

namespace {

Node number(const std::string& text) {
  return Node::scalar(text);
}

Node numbers(const std::vector<std::string>& texts) {
  Node list = Node::list();
  for (const std::string& text : texts) list.items().push_back(Node::scalar(text));
  return list;
}

/// c = 0.8 and a squared-exponential term.
struct Terms {
  ConstantTerm constant{{.value = 0.8}};
  SquaredExponentialTerm varying;
  explicit Terms(const std::string& length_scales) : varying({{}, length_scales}) {}
};

GaussianProcessSimulator::Options options_for(
    Terms& terms, std::size_t cases, std::size_t inputs,
    const std::vector<std::pair<std::string, Node>>& parameters) {
  GaussianProcessSimulator::Options options;
  options.cases = cases;
  options.inputs = inputs;
  options.covariance = {&terms.constant, &terms.varying};
  options.parameters = Node::map();
  for (const auto& [key, value] : parameters) options.parameters.set(key, value);
  return options;
}

GaussianProcessSimulator simulator(Terms& terms, std::size_t cases, std::size_t inputs,
                                   const std::vector<std::pair<std::string, Node>>& parameters) {
  return GaussianProcessSimulator(options_for(terms, cases, inputs, parameters));
}

const std::vector<std::pair<std::string, Node>> usual = {
    {"eta", number("1.5")}, {"sigma", number("0.4")}, {"rho", number("0.5")}};

SimulatedData simulated(std::uint64_t seed) {
  Terms terms("shared");
  const auto random = make_random_stream(seed, 0, Purpose::data);
  return simulator(terms, 30, 2, usual).simulate(*random);
}

}  // namespace

TEST_CASE("Simulated responses have the covariance of the process and its noise") {
  Terms terms("per_input");
  GaussianProcessSimulator pairs =
      simulator(terms, 2, 2,
                {{"eta", number("1.5")}, {"sigma", number("0.4")}, {"rho", numbers({"0.5", "2"})}});
  const auto random = make_random_stream(3, 0, Purpose::data);
  const double variance = 0.64 + 2.25 + 0.16;
  constexpr int sets = 40'000;
  // Sums of what has mean 0 and the given variance, whatever the inputs are.
  double squares = 0, products = 0, variance_of_products = 0;
  for (int i = 0; i < sets; ++i) {
    const Eigen::MatrixXd cases = pairs.simulate(*random).cases;
    const double near = (cases(0, 0) - cases(1, 0)) / 0.5, far = (cases(0, 1) - cases(1, 1)) / 2;
    const double covariance = 0.64 + 2.25 * std::exp(-near * near - far * far);
    squares += cases(0, 2) * cases(0, 2) - variance;
    products += cases(0, 2) * cases(1, 2) - covariance;
    variance_of_products += variance * variance + covariance * covariance;
  }
  // Exceeded by chance once in 100 000 seeds.
  constexpr double limit = 4.42;
  CHECK(std::abs(squares / std::sqrt(2 * sets * variance * variance)) < limit);
  CHECK(std::abs(products / std::sqrt(variance_of_products)) < limit);
}

TEST_CASE("Simulated inputs are uniform on (0, 1), and columns are named") {
  const SimulatedData data = simulated(1);
  CHECK(data.names == std::vector<std::string>{"x1", "x2", "y"});
  CHECK(data.cases.rows() == 30);
  const auto inputs = data.cases.leftCols(2);
  CHECK(inputs.minCoeff() > 0);
  CHECK(inputs.maxCoeff() < 1);
  // The mean of 60 uniform numbers has standard deviation 0.037.
  CHECK(inputs.mean() == Approx(0.5).margin(0.17));
}

TEST_CASE("A mean is added to simulated responses, and changes nothing else") {
  Terms terms("shared");
  LinearMean mean({.intercept = 5, .inputs = {"x2"}, .coefficients = {-3}});
  GaussianProcessSimulator::Options options = options_for(terms, 30, 2, usual);
  options.mean = &mean;
  const auto random = make_random_stream(4, 0, Purpose::data);
  const Eigen::MatrixXd cases = GaussianProcessSimulator(options).simulate(*random).cases;
  const Eigen::MatrixXd without = simulated(4).cases;
  CHECK(cases.leftCols(2) == without.leftCols(2));
  const Eigen::VectorXd difference = cases.col(2) - without.col(2);
  CHECK(difference.isApprox((5 - 3 * cases.col(1).array()).matrix(), 1e-12));
}

TEST_CASE("The same seed gives the same data, another one gives others") {
  CHECK(simulated(5).cases == simulated(5).cases);
  CHECK(simulated(5).cases != simulated(6).cases);
}

TEST_CASE("Parameters are given as they are or as logs, one by one or for a whole vector") {
  Terms terms("per_input");
  const Eigen::VectorXd x = simulator(terms, 1, 2,
                                      {{"log_rho.1", number("-2")},
                                       {"sigma", number("0.5")},
                                       {"rho.2", number("3")},
                                       {"log_eta", number("1")}})
                                .parameters();
  CHECK(x == Eigen::Vector4d(1, std::log(0.5), -2, std::log(3.0)));
  const Eigen::VectorXd same =
      simulator(terms, 1, 2, {{"eta", number("1")}, {"sigma", number("1")}, {"rho", number("2")}})
          .parameters();
  CHECK(same == Eigen::Vector4d(0, 0, std::log(2.0), std::log(2.0)));
}

TEST_CASE("Bad parameters of a simulation are refused where they stand") {
  struct Mistake {
    std::string key;
    Node value;
    std::string option;
    std::string message;
  };
  const std::vector<Mistake> mistakes = {
      {"rho", number("0"), "parameters.rho", "0 should be above 0"},
      {"rho", number("short"), "parameters.rho", "expected a number, found \"short\""},
      {"rho", numbers({"1"}), "parameters.rho", "expected 2 numbers, found 1"},
      {"rho", numbers({"1", "nan"}), "parameters.rho", "expected a number"},
      {"roh", number("1"), "parameters.roh", "did you mean \"rho\""},
      {"log_eta", number("1"), "parameters.log_eta", "\"eta\" is given twice"},
      {"rho.1", number("1"), "parameters", "a value for \"rho.2\" is missing"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.key, mistake.message);
    Terms terms("per_input");
    const auto error = error_of<OptionError>([&] {
      simulator(terms, 1, 2,
                {{"eta", number("1")}, {"sigma", number("1")}, {mistake.key, mistake.value}});
    });
    CHECK(error.option() == mistake.option);
    CHECK_THAT(error.what(), Catch::Matchers::Contains(mistake.message));
  }
}

TEST_CASE("Data whose covariance has no factor cannot be simulated") {
  Terms terms("shared");
  GaussianProcessSimulator impossible = simulator(
      terms, 50, 1, {{"eta", number("1")}, {"sigma", number("1e-200")}, {"rho", number("1e9")}});
  const auto random = make_random_stream(1, 0, Purpose::data);
  CHECK_THROWS_AS(impossible.simulate(*random), NumericalFailure);
}
