#include "mcmc/predictive_score.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/cache.hpp"
#include "mcmc/random.hpp"
#include "scores_of_draws.hpp"
#include "temporary_directory.hpp"

namespace mcmc {
namespace {

/// Responses are normal about theta with a standard deviation of 1, whatever the other cases.
class NormalPredictor final : public Predictor {
 public:
  explicit NormalPredictor(Eigen::VectorXd response) {
    cases_.inputs = Eigen::MatrixXd::Zero(response.size(), 1);
    cases_.response = std::move(response);
  }
  const NewCases& cases() const override { return cases_; }
  Failure predict(const Eigen::VectorXd& x, Prediction& prediction) override {
    prediction.mean.setConstant(cases_.inputs.rows(), x[0]);
    prediction.variance.setOnes(cases_.inputs.rows());
    return x[0] > 100 ? Failure::not_finite : Failure::none;
  }

 private:
  NewCases cases_;
};

class Silent : public Density {
 public:
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd&) override { return 0.0; }

 private:
  ParameterNames names_{{"theta"}};
};

class NormalMean final : public Silent, public CanLeaveOneOut, public CanPredict {
 public:
  explicit NormalMean(Eigen::VectorXd response) : response_(std::move(response)) {}
  std::unique_ptr<Predictor> leave_one_out() const override {
    return std::make_unique<NormalPredictor>(response_);
  }
  /// Of a file whose name is the only response.
  std::unique_ptr<Predictor> predictor(const std::filesystem::path& file,
                                       Predicted) const override {
    return std::make_unique<NormalPredictor>(
        Eigen::Vector2d(std::stod(file.string()), std::numeric_limits<double>::quiet_NaN()));
  }

 private:
  Eigen::VectorXd response_;
};

struct Problem {
  NormalMean density;
  NoCache cache;
  Target target;
  explicit Problem(Eigen::VectorXd response, OnFailure on_failure = OnFailure::reject)
      : density(std::move(response)), target("model", density, cache, on_failure) {}
};

Draws draws_of(const std::vector<double>& thetas) {
  Draws draws;
  draws.names = {"theta"};
  draws.chains.emplace_back(
      Eigen::Map<const Eigen::VectorXd>(thetas.data(), static_cast<Eigen::Index>(thetas.size())));
  return draws;
}

ScoreSettings leave_one_out() {
  ScoreSettings settings;
  settings.leave_one_out = true;
  return settings;
}

double density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

}  // namespace

TEST_CASE("Leaving one out weighs draws by the inverse of what they say of the case") {
  const Problem problem(Eigen::Vector2d(0.5, 2));
  const auto scores = scores_of_draws(problem.target, draws_of({1, 1, 3}), leave_one_out());
  REQUIRE(scores.size() == 1);
  const auto harmonic = [](double y) { return 3 / (2 / density(y - 1) + 1 / density(y - 3)); };
  const auto plain = [](double y) { return (2 * density(y - 1) + density(y - 3)) / 3; };
  const double first = std::log(harmonic(0.5)), second = std::log(harmonic(2));
  CHECK(scores[0].log_predictive_density == Approx(first + second).epsilon(1e-12));
  CHECK(scores[0].standard_error == Approx(std::abs(first - second)).epsilon(1e-12));
  CHECK(scores[0].unweighted == Approx(std::log(plain(0.5) * plain(2))).epsilon(1e-12));
  const double a = 1 / density(-0.5), b = 1 / density(-2.5);
  CHECK(scores[0].effective_draws ==
        Approx((2 * a + b) * (2 * a + b) / (2 * a * a + b * b)).epsilon(1e-12));
  CHECK(scores[0].cases == 2);
  CHECK(scores[0].draws == 3);
  CHECK(scores[0].mean() == scores[0].log_predictive_density / 2);
}

TEST_CASE("Leaving one out comes to what a posterior without the case says") {
  // With a flat prior theta given y is normal about their mean with variance 1/n, so a case without
  // itself is normal about the others' mean with variance 1 + 1/(n - 1).
  const Eigen::VectorXd y = (Eigen::VectorXd(8) << -1, 0.2, 0.7, 1.1, -0.4, 0.9, 2, 0.3).finished();
  const double n = 8;
  const auto random = make_random_stream(1, 1, Purpose::data);
  std::vector<double> thetas(40'000);
  for (double& theta : thetas) theta = y.mean() + random->normal() / std::sqrt(n);
  ScoreSettings settings = leave_one_out();
  settings.draws = thetas.size();
  const Problem problem(y);
  const PredictiveScore score = scores_of_draws(problem.target, draws_of(thetas), settings).front();
  double expected = 0, plain = 0;
  for (const double value : y) {
    const double variance = 1 + 1 / (n - 1), error = value - (n * y.mean() - value) / (n - 1);
    expected += -0.5 * (std::log(2 * std::numbers::pi * variance) + error * error / variance);
    const double biased = 1 + 1 / n;
    plain += -0.5 * (std::log(2 * std::numbers::pi * biased) +
                     (value - y.mean()) * (value - y.mean()) / biased);
  }
  CHECK(score.log_predictive_density == Approx(expected).margin(0.03));
  CHECK(score.unweighted == Approx(plain).margin(0.03));
  CHECK(plain - expected > 0.5);
  CHECK(score.warnings.empty());
}

TEST_CASE("Leaving one out warns of cases that rest on few draws") {
  const Problem problem(Eigen::Vector2d(0, 0));
  std::vector<double> thetas(100, 0.0);
  thetas.back() = 12;
  const PredictiveScore score =
      scores_of_draws(problem.target, draws_of(thetas), leave_one_out()).front();
  CHECK(score.effective_draws == Approx(1).epsilon(1e-3));
  REQUIRE(score.warnings.size() == 1);
  CHECK_THAT(score.warnings[0], Catch::Matchers::Contains("what is said of 2 of 2 cases"));
}

TEST_CASE("Held-out cases are scored by the mean over the draws, where their response is known") {
  const Problem problem(Eigen::Vector2d(0, 0));
  ScoreSettings settings;
  settings.held_out = "1.5";
  const auto scores = scores_of_draws(problem.target, draws_of({1, 1, 3}), settings);
  REQUIRE(scores.size() == 1);
  CHECK(scores[0].of == "1.5");
  CHECK(scores[0].cases == 1);
  CHECK(scores[0].log_predictive_density ==
        Approx(std::log((2 * density(0.5) + density(-1.5)) / 3)).epsilon(1e-12));
  CHECK(std::isnan(scores[0].standard_error));
  CHECK(std::isnan(scores[0].unweighted));
}

TEST_CASE("Scores leave failed draws out and say so, and use as many draws as they are told to") {
  const Problem problem(Eigen::Vector2d(0, 0));
  const PredictiveScore score =
      scores_of_draws(problem.target, draws_of({0, 1000, 0, 0}), leave_one_out()).front();
  CHECK(score.draws == 3);
  CHECK_THAT(score.warnings.front(), Catch::Matchers::Contains("1 of 4 draws were left out"));
  ScoreSettings few = leave_one_out();
  few.draws = 2;
  CHECK(scores_of_draws(problem.target, draws_of({0, 1, 2, 3, 4}), few).front().draws == 2);
  const Problem strict(Eigen::Vector2d(0, 0), OnFailure::abort);
  CHECK_THROWS_AS(scores_of_draws(strict.target, draws_of({0, 1000}), leave_one_out()),
                  NumericalFailure);
}

TEST_CASE("A density that cannot be scored is refused") {
  Silent silent;
  NoCache cache;
  const Target target("flat", silent, cache, OnFailure::reject);
  ScoreSettings held_out;
  held_out.held_out = "1";
  CHECK(testing::error_of([&] { require_scores(target, leave_one_out()); }).code() ==
        ExitCode::usage);
  CHECK(testing::error_of([&] { require_scores(target, held_out); }).code() == ExitCode::usage);
  CHECK_NOTHROW(require_scores(target, {}));
  const Problem problem(Eigen::Vector2d(0, 0));
  held_out.held_out = "nan";
  CHECK(testing::error_of([&] { require_scores(problem.target, held_out); }).code() ==
        ExitCode::bad_data);
}

TEST_CASE("Scores are written as a table, CSV and JSON") {
  PredictiveScore loo;
  loo.of = "leave-one-out";
  loo.cases = 4;
  loo.log_predictive_density = -2.5;
  loo.standard_error = 0.5;
  loo.draws = 100;
  loo.unweighted = -2.25;
  loo.effective_draws = 99.5;
  PredictiveScore held_out = loo;
  held_out.of = "a,b.csv";
  held_out.unweighted = held_out.effective_draws = std::numeric_limits<double>::quiet_NaN();
  CHECK(scores_csv({loo, held_out}) ==
        "predictive_score,cases,log_predictive_density,standard_error,mean,draws,unweighted,"
        "effective_draws\nleave-one-out,4,-2.5,0.5,-0.625,100,-2.25,99.5\n"
        "\"a,b.csv\",4,-2.5,0.5,-0.625,100,,\n");
  const auto json = nlohmann::json::parse(scores_json({loo, held_out}));
  CHECK(json[0]["mean"] == -0.625);
  CHECK(json[1]["predictive_score"] == "a,b.csv");
  CHECK(json[1]["unweighted"].is_null());
  CHECK_THAT(scores_table({loo, held_out}),
             Catch::Matchers::Contains("-2.50") && Catch::Matchers::Contains("a,b.csv"));
}

}  // namespace mcmc
