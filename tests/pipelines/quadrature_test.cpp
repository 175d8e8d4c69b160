#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "program.hpp"

/// A whole run against numerical integration of the same posterior.
namespace mcmc::testing {
namespace {

constexpr int points = 41;  // along each of three parameters

const std::array<const char*, 3> names{"log_eta", "log_sigma", "log_rho"};
const std::array<double, 3> prior_mean{0.0, -0.7, 0.5};
const std::array<double, 3> prior_sd{1.0, 1.25, 1.5};

/// From -5 to 5 standard deviations of the prior.
double grid_point(std::size_t parameter, int i) {
  return prior_mean[parameter] + prior_sd[parameter] * (10.0 * i / (points - 1) - 5);
}

std::string grid_csv() {
  std::string text = "log_eta,log_sigma,log_rho\n";
  std::array<char, 100> line{};
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j)
      for (int k = 0; k < points; ++k) {
        std::snprintf(line.data(), line.size(), "%.17g,%.17g,%.17g\n", grid_point(0, i),
                      grid_point(1, j), grid_point(2, k));
        text += line.data();
      }
  return text;
}

/// The marginal probabilities of the grid points of each parameter.
std::array<std::vector<double>, 3> marginals(const std::string& evaluated) {
  std::array<std::vector<double>, 3> marginal;
  for (std::vector<double>& of_one : marginal) of_one.resize(points);
  const std::vector<Words> rows = cells_of(evaluated);
  double sum = 0;
  for (int i = 0; i < points * points * points; ++i) {
    const double density = std::exp(std::stod(rows[static_cast<std::size_t>(i) + 1][0]) + 10);
    sum += density;
    marginal[0][static_cast<std::size_t>(i / (points * points))] += density;
    marginal[1][static_cast<std::size_t>(i / points % points)] += density;
    marginal[2][static_cast<std::size_t>(i % points)] += density;
  }
  for (std::vector<double>& of_one : marginal)
    for (double& value : of_one) value /= sum;
  return marginal;
}

struct Moments {
  double mean = 0, sd = 0, q5 = 0, q50 = 0, q95 = 0;
};

/// Between grid points the distribution function of the trapezoid rule, made straight.
double quantile(std::size_t parameter, const std::vector<double>& marginal, double p) {
  double below = 0;
  for (int i = 0; i + 1 < points; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double step = (marginal[at] + marginal[at + 1]) / 2;
    if (below + step >= p)
      return grid_point(parameter, i) +
             (p - below) / step * (grid_point(parameter, i + 1) - grid_point(parameter, i));
    below += step;
  }
  return grid_point(parameter, points - 1);
}

Moments moments(std::size_t parameter, const std::vector<double>& marginal) {
  Moments result;
  double square = 0;
  for (int i = 0; i < points; ++i) {
    const double x = grid_point(parameter, i), p = marginal[static_cast<std::size_t>(i)];
    result.mean += p * x;
    square += p * x * x;
  }
  result.sd = std::sqrt(square - result.mean * result.mean);
  result.q5 = quantile(parameter, marginal, 0.05);
  result.q50 = quantile(parameter, marginal, 0.5);
  result.q95 = quantile(parameter, marginal, 0.95);
  return result;
}

}  // namespace

TEST_CASE("Means, standard deviations and quantiles of a run are those of quadrature") {
  const Workplace place;
  place.write("data.csv", gp_data);
  const std::string pipeline =
      with(with(with(with(gp_pipeline, "per_input", "shared"), "draws: 20", "draws: 8000"),
                "\ntransitions:\n",
                "  subset: {type: gp.subset_of_data, of: posterior, size: 4}\n\ntransitions:\n"),
           "\nsample:\n",
           "  mapped:\n"
           "    type: for_each_parameter\n"
           "    do: {type: discretizing_chain, target: posterior, updates: 2,\n"
           "         chain: {type: slice, target: subset, parameters: [$parameter]}}\n"
           "\nsample:\n");
  place.write("pipeline.yaml", pipeline);
  place.write("grid.csv", grid_csv());
  const Outcome evaluated =
      place.run({"evaluate", "pipeline.yaml", "--density", "posterior", "--at", "grid.csv"});
  REQUIRE(evaluated.code == 0);
  const auto marginal = marginals(evaluated.out);

  for (const std::string transition : {"standard", "mapped"}) {
    REQUIRE(place
                .run({"pipeline.yaml", "--force", "--chains", "4", "--set",
                      "sample.transition=" + transition, "--set", "sample.warmup.1.iterations=200"})
                .code == 0);
    const auto summary =
        nlohmann::json::parse(place.run({"summary", "results", "--format", "json"}).out);
    for (std::size_t parameter = 0; parameter < names.size(); ++parameter) {
      const auto& row = summary[parameter + 1];
      REQUIRE(row["variable"] == names[parameter]);
      INFO(transition << ": " << names[parameter]);
      const Moments exact = moments(parameter, marginal[parameter]);
      // Five standard errors, of which a quantile's in the tail is up to three times the mean's.
      const double error = 5 * row["mcse_mean"].get<double>();
      CHECK(row["mean"].get<double>() == Approx(exact.mean).margin(error));
      CHECK(row["sd"].get<double>() == Approx(exact.sd).margin(5 * row["mcse_sd"].get<double>()));
      CHECK(row["q50"].get<double>() == Approx(exact.q50).margin(2 * error));
      CHECK(row["q5"].get<double>() == Approx(exact.q5).margin(3 * error));
      CHECK(row["q95"].get<double>() == Approx(exact.q95).margin(3 * error));
    }
  }
}

}  // namespace mcmc::testing
