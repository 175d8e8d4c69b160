#include "mcmc/predict.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "../temporary_directory.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "mcmc/table.hpp"
#include "mcmc/testing/statistics.hpp"
#include "mcmc/transition.hpp"
#include "stay.hpp"

using namespace mcmc;
using mcmc::testing::error_of;
using mcmc::testing::normal_cdf;
using mcmc::testing::TemporaryDirectory;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Predicts y ~ N(slope z, exp(2 log_sd)) for an input z, and fails where the slope is above 100.
class LinePredictor final : public Predictor {
 public:
  explicit LinePredictor(const std::filesystem::path& file) {
    const Table table = read_table(file, {});
    const auto rows = static_cast<Eigen::Index>(table.rows.size());
    cases_ = {{"z"}, Eigen::MatrixXd(rows, 1), Eigen::VectorXd(rows)};
    for (Eigen::Index i = 0; i < rows; ++i) {
      const auto& row = table.rows[static_cast<std::size_t>(i)];
      cases_.inputs(i, 0) = *parse_number(row[0]);
      cases_.response[i] = row.size() > 1 ? parse_number(row[1]).value_or(unknown) : unknown;
    }
  }
  const NewCases& cases() const override { return cases_; }
  Failure predict(const Eigen::VectorXd& x, Prediction& prediction) override {
    if (x[0] > 100) return Failure::not_positive_definite;
    prediction.mean = x[0] * cases_.inputs.col(0);
    prediction.variance.setConstant(cases_.inputs.rows(), std::exp(2 * x[1]));
    prediction.clamped = x[0] < -100 ? 1 : 0;
    return Failure::none;
  }

 private:
  NewCases cases_;
};

class Silent : public Density {
 public:
  using Options = NoOptions;
  explicit Silent(const Options&) {}
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override { return -x[0] * x[0]; }

 private:
  ParameterNames names_{{"slope", "log_sd"}};
};

class Line final : public Silent, public CanPredict {
 public:
  using Silent::Silent;
  std::unique_ptr<Predictor> predictor(const std::filesystem::path& new_cases,
                                       Predicted) const override {
    return std::make_unique<LinePredictor>(new_cases);
  }
};

/// The folder of a run with two chains of a density of slope and log_sd.
struct RunFolder {
  TemporaryDirectory directory;
  Registry registry;

  explicit RunFolder(const std::string& density = "{type: line, cache: none}") {
    add_core_components(registry);
    Registration registration("test", "1");
    registration.add<Line>("line", "");
    registration.add<Silent>("silent", "");
    registration.add<testing::Stay>("stay", "");
    registry.add(std::move(registration));
    directory.write("pipeline.yaml",
                    "densities: {posterior: " + density +
                        "}\ntransitions: {stay: {type: stay, target: posterior}}\n"
                        "sample: {start: {slope: 0, log_sd: 0}, transition: stay}\n");
    directory.write("new.csv", "z,y\n1,0.5\n2,NA\n");
    write_chain(1, "-1,1,0\n-1,1,0\n-1,1,0\n");
    write_chain(2, "-9,3,0.5\n-9,3,0.5\n-4,2,-1\n");
  }

  void write_chain(int number, const std::string& rows) const {
    directory.write("chain-" + std::to_string(number) + ".csv", "lp__,slope,log_sd\n" + rows);
  }
  PosteriorPrediction predict(const PredictSettings& settings = {}) const {
    return mcmc::predict(directory.path(), registry, directory.path() / "new.csv", settings);
  }
};

PredictSettings draws(std::size_t count) {
  PredictSettings settings;
  settings.posterior_draws = count;
  return settings;
}

bool contains(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("Predictions integrate over all draws, each as often as it occurs") {
  const RunFolder run;
  const PosteriorPrediction prediction = run.predict();
  // Slopes 1, 1, 1, 3, 3, 2 and standard deviations 1, 1, 1, exp(0.5) twice, exp(-1).
  const double mean = 11.0 / 6;
  const double mean_of_variances = (3 + 2 * std::exp(1.0) + std::exp(-2.0)) / 6;
  const double variance_of_means = (3 + 18 + 4) / 6.0 - mean * mean;
  CHECK(prediction.mean[0] == Approx(mean).epsilon(1e-14));
  CHECK(prediction.mean[1] == Approx(2 * mean).epsilon(1e-14));
  CHECK(prediction.variance[0] == Approx(mean_of_variances + variance_of_means).epsilon(1e-14));
  CHECK(prediction.variance[1] == Approx(mean_of_variances + 4 * variance_of_means).epsilon(1e-14));
  CHECK(contains(prediction.notices,
                 "2 cases predicted with 6 of the 6 draws of 2 chains (3 distinct)"));
  CHECK(prediction.warnings.empty());
}

TEST_CASE("Quantiles are those of the mixture over the draws") {
  const RunFolder run;
  const PosteriorPrediction prediction = run.predict();
  const auto cdf = [](double value) {
    return (3 * normal_cdf(value - 1) + 2 * normal_cdf((value - 3) / std::exp(0.5)) +
            normal_cdf((value - 2) / std::exp(-1.0))) /
           6;
  };
  CHECK(cdf(prediction.q5[0]) == Approx(0.05).epsilon(1e-12));
  CHECK(cdf(prediction.q50[0]) == Approx(0.5).epsilon(1e-12));
  CHECK(cdf(prediction.q95[0]) == Approx(0.95).epsilon(1e-12));
}

TEST_CASE("The log predictive density is the log of the mean density over the draws") {
  const RunFolder run;
  const PosteriorPrediction prediction = run.predict();
  const auto density = [](double slope, double sd) {
    const double z = (0.5 - slope) / sd;
    return std::exp(-z * z / 2) / sd / std::sqrt(2 * M_PI);
  };
  const double mean =
      (3 * density(1, 1) + 2 * density(3, std::exp(0.5)) + density(2, std::exp(-1.0))) / 6;
  CHECK(prediction.log_predictive_density[0] == Approx(std::log(mean)).epsilon(1e-14));
  CHECK(std::isnan(prediction.log_predictive_density[1]));
  CHECK(contains(prediction.notices, "log predictive density of 1 known response:"));
}

TEST_CASE("There is no log predictive density without responses, or of a latent function") {
  const RunFolder run;
  CHECK(run.predict({Predicted::latent, {}, {}}).log_predictive_density.size() == 0);
  run.directory.write("new.csv", "z,y\n1,NA\n");
  CHECK(run.predict().log_predictive_density.size() == 0);
}

TEST_CASE("A part of the draws is evenly spaced over all chains") {
  const RunFolder run;
  // The fourth of the six draws has slope 3; the second and the fifth have 1 and 3.
  CHECK(run.predict(draws(1)).mean[0] == Approx(3));
  const PosteriorPrediction two = run.predict(draws(2));
  CHECK(two.mean[0] == Approx(2));
  CHECK(contains(two.notices, "with 2 of the 6 draws"));
  CHECK(contains(run.predict(draws(7)).notices, "with 6 of the 6 draws"));
}

TEST_CASE("Predictive draws follow the mixture over the posterior's draws") {
  const RunFolder run;
  PredictSettings settings;
  settings.predictive_draws = 60'000;
  const PosteriorPrediction prediction = run.predict(settings);
  REQUIRE(prediction.draws.rows() == 2);
  REQUIRE(prediction.draws.cols() == 60'000);
  // The largest distance of two distribution functions; one in 10^5 exceeds 2.47 / sqrt(60000).
  Eigen::VectorXd sorted = prediction.draws.row(0).transpose();
  std::sort(sorted.begin(), sorted.end());
  double distance = 0;
  for (Eigen::Index i = 0; i < sorted.size(); ++i) {
    const double value = sorted[i];
    const double cdf = (3 * normal_cdf(value - 1) + 2 * normal_cdf((value - 3) / std::exp(0.5)) +
                        normal_cdf((value - 2) / std::exp(-1.0))) /
                       6;
    distance = std::max(distance, std::abs(cdf - (static_cast<double>(i) + 0.5) / 60'000));
  }
  CHECK(distance < 2.47 / std::sqrt(60'000.0));
  CHECK(prediction.draws.row(0) != prediction.draws.row(1));
}

TEST_CASE("Predictive draws of a case depend on the seed and on its place, not on other cases") {
  const RunFolder run;
  PredictSettings settings;
  settings.predictive_draws = 5;
  const Eigen::MatrixXd draws = run.predict(settings).draws;
  CHECK(run.predict(settings).draws == draws);
  run.directory.write("new.csv", "z,y\n1,0.5\n2,NA\n3,NA\n");
  CHECK(run.predict(settings).draws.topRows(2) == draws);
}

TEST_CASE("Progress counts distinct draws") {
  const RunFolder run;
  std::vector<std::size_t> done;
  PredictSettings settings;
  settings.progress = [&](std::size_t count, std::size_t all) {
    CHECK(all == 3);
    done.push_back(count);
  };
  run.predict(settings);
  CHECK(done == std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("A draw at which prediction fails is left out, counted and told") {
  const RunFolder run;
  run.write_chain(2, "-9,3,0\n-4e4,200,0\n-4e4,200,0\n");
  const PosteriorPrediction prediction = run.predict();
  CHECK(prediction.mean[0] == Approx(6.0 / 4));
  CHECK(contains(prediction.warnings, "2 of 6 draws were left out"));
}

TEST_CASE("Prediction that fails at every draw, or at one under abort, is a numerical failure") {
  const RunFolder lenient;
  lenient.write_chain(1, "-4e4,200,0\n");
  CHECK_NOTHROW(lenient.predict());
  lenient.write_chain(2, "-4e4,200,0\n");
  CHECK_THROWS_AS(lenient.predict(), NumericalFailure);
  const RunFolder strict("{type: line, cache: none, on_failure: abort}");
  strict.write_chain(1, "-4e4,200,0\n");
  CHECK_THROWS_AS(strict.predict(), NumericalFailure);
}

TEST_CASE("Variances that rounding took below zero are counted") {
  const RunFolder run;
  run.write_chain(1, "-4e4,-200,0\n-4e4,-200,0\n-1,1,0\n");
  CHECK(contains(run.predict().warnings, "1 variances were below zero"));
}

TEST_CASE("A density that is not what it was during the run is noticed") {
  const RunFolder run;
  run.write_chain(1, "-1.5,1,0\n");
  CHECK(contains(run.predict().warnings, "log density at the first draw is -1, but was -1.5"));
}

TEST_CASE("What cannot be predicted is refused with the reason") {
  const RunFolder silent("{type: silent, cache: none}");
  CHECK(error_of([&] { silent.predict(); }).code() == ExitCode::usage);
  const RunFolder run;
  const TemporaryDirectory empty;
  const auto code_for = [&](const std::filesystem::path& folder) {
    return error_of([&] { predict(folder, run.registry, run.directory.path() / "new.csv", {}); })
        .code();
  };
  CHECK(code_for(empty.path()) == ExitCode::no_input);
  CHECK(code_for(empty.path() / "none") == ExitCode::no_input);
  run.directory.write("chain-1.csv", "lp__,slope\n-1,1\n");
  run.directory.write("chain-2.csv", "lp__,slope\n-1,1\n");
  CHECK(code_for(run.directory.path()) == ExitCode::bad_data);
}

TEST_CASE("Predictions are written as CSV and as JSON") {
  const RunFolder run;
  PosteriorPrediction prediction = run.predict();
  prediction.cases.input_names = {"a \"b\", c"};
  for (auto* column : {&prediction.mean, &prediction.variance, &prediction.q5, &prediction.q50,
                       &prediction.q95, &prediction.log_predictive_density})
    *column = Eigen::Vector2d(0.1, unknown);
  CHECK(prediction_csv(prediction) ==
        "\"a \"\"b\"\", c\",mean,variance,q5,q50,q95,log_predictive_density\n"
        "1,0.1,0.1,0.1,0.1,0.1,0.1\n"
        "2,,,,,,\n");
  const auto json = nlohmann::json::parse(prediction_json(prediction));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["a \"b\", c"] == 1);
  CHECK(json[0]["q95"] == 0.1);
  CHECK(json[1]["log_predictive_density"].is_null());
}
