#include "mcmc/gp/model.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../../temporary_directory.hpp"
#include "mcmc/error.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/product.hpp"
#include "mcmc/gp/quantity_priors.hpp"
#include "mcmc/gp/stationary.hpp"
#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::ConstantRandom;
using mcmc::testing::error_of;
using mcmc::testing::scattered;
using mcmc::testing::scattered_dataset;
using Names = std::vector<std::string>;

namespace {

/// Terms and priors with a model over them.
struct Problem {
  ConstantTerm constant{{.value = 2}};
  SquaredExponentialTerm trend{{{{}, "trend"}, "shared"}};
  SquaredExponentialTerm detail{{{{}, "detail"}, "per_input"}};
  SquaredExponentialTerm shared{{{}, "shared"}};
  SquaredExponentialTerm per_input{{{}, "per_input"}};
  NormalPrior wide{{.mean = 0, .sd = 3}};
  NormalPrior narrow{{.mean = 1, .sd = 0.5}};
  NamedComponents<Prior> priors{{"log_eta", &wide}, {"log_sigma", &wide}, {"log_rho", &wide}};

  Model model(const std::vector<CovarianceTerm*>& terms, Eigen::Index rows = 6) {
    return Model(scattered_dataset(rows, 2), terms, priors);
  }
  void prior_for_all(const Names& names) {
    priors.clear();
    for (const std::string& name : names) priors.emplace_back(name, &wide);
  }
};

Names names_of(const Model& model) {
  return {model.parameters().begin(), model.parameters().end()};
}

}  // namespace

TEST_CASE("One squared-exponential term gives log_eta, log_sigma and log_rho") {
  Problem problem;
  CHECK(names_of(problem.model({&problem.constant, &problem.shared})) ==
        Names{"log_eta", "log_sigma", "log_rho"});
  const Model per_input = problem.model({&problem.per_input});
  CHECK(names_of(per_input) == Names{"log_eta", "log_sigma", "log_rho.1", "log_rho.2"});
  CHECK(per_input.derived_names() == Names{"eta", "sigma", "rho.1", "rho.2"});
}

TEST_CASE("Amplitudes of all terms come before the noise, and other parameters after it") {
  Problem problem;
  problem.prior_for_all(
      {"trend_log_eta", "detail_log_eta", "log_sigma", "trend_log_rho", "detail_log_rho"});
  const Model model = problem.model({&problem.trend, &problem.detail});
  CHECK(names_of(model) == Names{"trend_log_eta", "detail_log_eta", "log_sigma", "trend_log_rho",
                                 "detail_log_rho.1", "detail_log_rho.2"});
  CHECK(model.derived_names() ==
        Names{"trend_eta", "detail_eta", "sigma", "trend_rho", "detail_rho.1", "detail_rho.2"});
}

TEST_CASE("Two terms with parameters of one name are refused") {
  Problem problem;
  const auto error = error_of<OptionError>([&] {
    problem.model({&problem.shared, &problem.per_input});
  });
  CHECK(error.option() == "covariance.2");
  CHECK_THAT(error.what(), Catch::Contains("log_eta") && Catch::Contains("name: trend"));
}

TEST_CASE("A sum of terms is the sum of their covariances, each with its own parameters") {
  Problem problem;
  problem.prior_for_all(
      {"trend_log_eta", "detail_log_eta", "log_sigma", "trend_log_rho", "detail_log_rho"});
  Model model = problem.model({&problem.trend, &problem.constant, &problem.detail});
  Eigen::VectorXd x(6), trend(2), detail(3);
  x << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  trend << 0.1, 0.4;
  detail << 0.2, 0.5, 0.6;
  const Eigen::MatrixXd a = scattered(5, 2), b = -scattered(3, 2);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Constant(5, 3, 4.0), sum(5, 3);
  problem.trend.add_block(trend, a, b, expected);
  problem.detail.add_block(detail, a, b, expected);
  model.covariance(x, a, b, sum);
  CHECK(sum.isApprox(expected, 1e-15));
}

TEST_CASE("The lower triangle holds the block's values and leaves the upper one alone") {
  Problem problem;
  Model model = problem.model({&problem.constant, &problem.per_input});
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(4, -0.5, 0.5);
  for (const Eigen::Index size : {1, 2, 15, 16, 17, 33, 150}) {
    const Eigen::MatrixXd inputs = scattered(size, 2);
    Eigen::MatrixXd block(size, size);
    Eigen::MatrixXd lower =
        Eigen::MatrixXd::Constant(size, size, std::numeric_limits<double>::quiet_NaN());
    model.covariance(x, inputs, inputs, block);
    model.covariance_lower(x, inputs, lower);
    for (Eigen::Index j = 0; j < size; ++j) {
      CHECK(lower.col(j).tail(size - j).isApprox(block.col(j).tail(size - j), 1e-15));
      CHECK(lower.col(j).head(j).array().isNaN().all());
    }
  }
}

TEST_CASE("Pairs and the diagonal are entries of the block") {
  Problem problem;
  Model model = problem.model({&problem.constant, &problem.shared});
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(3, -0.5, 0.5);
  const Eigen::MatrixXd a = scattered(7, 2), b = -scattered(7, 2);
  Eigen::MatrixXd across(7, 7), within(7, 7);
  Eigen::VectorXd pairs(7), diagonal(7);
  model.covariance(x, a, b, across);
  model.covariance(x, a, a, within);
  model.covariance_pairs(x, a, b, pairs);
  model.covariance_diagonal(x, a, diagonal);
  CHECK(pairs.isApprox(across.diagonal(), 1e-15));
  CHECK(diagonal.isApprox(within.diagonal(), 1e-15));
}

TEST_CASE("The varying part is the whole without the constant") {
  Problem problem;
  Model model = problem.model({&problem.constant, &problem.shared});
  const Eigen::VectorXd x = Eigen::VectorXd::Zero(3);
  const Eigen::MatrixXd a = scattered(4, 2);
  Eigen::MatrixXd whole(4, 4), varying(4, 4);
  model.covariance(x, a, a, whole);
  model.covariance(x, a, a, varying, Part::varying);
  CHECK(model.constant_variance() == 4);
  CHECK(whole.isApprox((varying.array() + 4).matrix(), 1e-15));
}

TEST_CASE("The log prior is the sum over parameters") {
  Problem problem;
  const Model model = problem.model({&problem.shared});
  const Eigen::Vector3d x(0.1, 0.2, 0.3);
  CHECK(model.log_prior(x) == Approx(problem.wide.log_density(0.1) + problem.wide.log_density(0.2) +
                                     problem.wide.log_density(0.3)));
}

TEST_CASE("A prior of one element goes before that of its vector, in any order") {
  for (const bool element_first : {true, false}) {
    Problem problem;
    problem.priors.insert(element_first ? problem.priors.begin() : problem.priors.end(),
                          {"log_rho.2", &problem.narrow});
    const Model model = problem.model({&problem.per_input});
    Eigen::VectorXd x(4);
    ConstantRandom random;
    model.draw_prior(random, x);
    CHECK(x == Eigen::Vector4d(6, 6, 6, 2));
  }
}

TEST_CASE("A parameter without a prior is named") {
  Problem problem;
  problem.priors.pop_back();
  const auto error = error_of<OptionError>([&] { problem.model({&problem.shared}); });
  CHECK(error.option() == "priors");
  CHECK_THAT(error.what(), Catch::Contains("\"log_rho\""));
}

TEST_CASE("A prior without a parameter is refused with the nearest name") {
  Problem problem;
  problem.priors.emplace_back("log_sgima", &problem.wide);
  const auto error = error_of<OptionError>([&] { problem.model({&problem.shared}); });
  CHECK(error.option() == "priors.log_sgima");
  CHECK_THAT(error.what(), Catch::Contains("did you mean \"log_sigma\"?"));
}

TEST_CASE("Derived values are in original units, but for a shared length scale") {
  Problem problem;
  const auto data = scattered_dataset(6, 2);
  data->scaling.response_sd = 10;
  data->scaling.input_sd << 3, 5;
  const Model per_input(data, {&problem.per_input}, problem.priors);
  Eigen::VectorXd values(4);
  per_input.derive(Eigen::VectorXd::Constant(4, std::log(2.0)), values);
  CHECK(values.isApprox(Eigen::Vector4d(20, 20, 6, 10)));
  CHECK(per_input.without_original_unit().empty());

  const Model shared(data, {&problem.shared}, problem.priors);
  Eigen::VectorXd three(3);
  shared.derive(Eigen::VectorXd::Constant(3, std::log(2.0)), three);
  CHECK(three.isApprox(Eigen::Vector3d(20, 20, 2)));
  CHECK(shared.without_original_unit() == std::vector<std::string>{"rho"});

  data->scaling.input_sd.setOnes();
  const Model not_standardised(data, {&problem.shared}, problem.priors);
  CHECK(not_standardised.without_original_unit().empty());
}

TEST_CASE("A parameter whose prior fixes it is not sampled, and the density is that at its value") {
  Problem problem;
  const Eigen::Vector4d whole(0.4, -1.1, 0.2, -0.3);
  Model all = problem.model({&problem.constant, &problem.per_input});
  const auto inputs = scattered(6, 2);
  Eigen::MatrixXd expected(6, 6), found(6, 6);
  all.covariance(whole, inputs, inputs, expected);

  const auto with_fixed = [&](const std::string& key, double log_value) {
    FixedPrior fixed({.value = std::exp(log_value)});
    NamedComponents<Prior> priors = problem.priors;
    for (auto& [name, prior] : priors)
      if (name == key) prior = &fixed;
    Model model(scattered_dataset(6, 2), {&problem.constant, &problem.per_input}, priors);
    std::vector<double> rest;
    for (const std::string& name : model.parameters())
      rest.push_back(whole[static_cast<Eigen::Index>(all.parameters().find(name).front())]);
    const Eigen::VectorXd x = Eigen::Map<Eigen::VectorXd>(rest.data(), std::ssize(rest));
    model.covariance(x, inputs, inputs, found);
    CHECK(found.isApprox(expected, 1e-14));
    CHECK(model.noise_variance(x) == Approx(std::exp(-2.2)).epsilon(1e-14));
    double prior = 0;
    for (const double value : rest) prior += problem.wide.log_density(value);
    CHECK(model.log_prior(x) == Approx(prior));
    Eigen::VectorXd derived(x.size());
    model.derive(x, derived);
    CHECK(derived.isApprox(x.array().exp().matrix()));
    return std::pair(names_of(model),
                     std::pair(model.amplitude_position(), model.noise_position()));
  };
  using Position = std::optional<Eigen::Index>;
  CHECK(with_fixed("log_eta", 0.4) == std::pair(Names{"log_sigma", "log_rho.1", "log_rho.2"},
                                                std::pair(Position(), Position(0))));
  CHECK(with_fixed("log_sigma", -1.1) ==
        std::pair(Names{"log_eta", "log_rho.1", "log_rho.2"}, std::pair(Position(0), Position())));
}

TEST_CASE("One factor of a product has the response's unit, the others have none") {
  Problem problem;
  ProductTerm product({{&problem.trend, &problem.detail}, ""});
  problem.prior_for_all(
      {"trend_log_eta", "detail_log_eta", "log_sigma", "trend_log_rho", "detail_log_rho"});
  const auto data = scattered_dataset(6, 2);
  data->scaling.response_sd = 3;
  const Model model(data, {&product}, problem.priors);
  Eigen::VectorXd derived(6);
  model.derive(Eigen::VectorXd::Zero(6), derived);
  const auto unit_of = [&](const std::string& name) {
    return derived[static_cast<Eigen::Index>(model.parameters().find(name).front())];
  };
  CHECK(unit_of("trend_log_eta") == Approx(3));
  CHECK(unit_of("detail_log_eta") == Approx(1));
  CHECK(unit_of("log_sigma") == Approx(3));
}

TEST_CASE("A vector is fixed as a whole or not at all, and something is left to sample") {
  Problem problem;
  FixedPrior fixed({.value = 2});
  problem.priors.emplace_back("log_rho.2", &fixed);
  const auto in_part = error_of<OptionError>([&] { problem.model({&problem.per_input}); });
  CHECK_THAT(in_part.what(), Catch::Contains("\"log_rho\"") && Catch::Contains("in part"));
  problem.priors = {{"log_eta", &fixed}, {"log_sigma", &fixed}, {"log_rho", &fixed}};
  const auto nothing = error_of<OptionError>([&] { problem.model({&problem.per_input}); });
  CHECK_THAT(nothing.what(), Catch::Contains("nothing to sample"));
}
