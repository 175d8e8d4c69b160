#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <string>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

/// Rows of a data file with some inputs and a response.
using Case = std::function<std::string(int)>;

/// Data on which Gaussian processes are known to break.
class TroubledPlace : public Workplace {
 public:
  TroubledPlace(const std::string& header, int cases, const Case& row) {
    std::ostringstream data;
    data << header << '\n';
    for (int i = 0; i < cases; ++i) data << row(i) << '\n';
    write("data.csv", data.str());
    write("pipeline.yaml", gp_pipeline);
  }

  /// A run ends well, with draws that any reader takes, and says little.
  Outcome require_usable_draws(const Words& more = {}) const {
    Words words{"pipeline.yaml", "--out", "results", "--force"};
    words.insert(words.end(), more.begin(), more.end());
    Outcome outcome = run(words);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(read_strictly(read("results/chain-1.csv")).rows.size() == 20);
    constexpr std::ptrdiff_t few = 15;
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') < few);
    return outcome;
  }
};

std::string number(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

const std::string tiny_noise = "sample.start={log_eta: 0, log_sigma: -12, log_rho: 0}";

}  // namespace

TEST_CASE("Exact duplicates with tiny noise are sampled") {
  const TroubledPlace place("a,y", 20, [](int i) {
    const double x = i / 2;
    return number(x / 5) + "," + number(std::sin(x) + (i % 2) * 1e-3);
  });
  place.require_usable_draws({"--set", tiny_noise});
}

TEST_CASE("Thousands of near duplicates are evaluated without a failure that nobody hears of") {
  const TroubledPlace place(
      "a,y", 2000, [](int i) { return number(1 + i * 1e-9) + "," + number(std::cos(0.1 * i)); });
  place.write("points.csv", "log_eta,log_sigma,log_rho.1\n0,-1,0\n0,-30,0\n");
  const Outcome outcome =
      place.run({"evaluate", "pipeline.yaml", "--density", "posterior", "--at", "points.csv"});
  INFO(outcome.err);
  CHECK((outcome.code == 0 || outcome.code == 1));
  const auto cells = cells_of(outcome.out);
  REQUIRE(cells.size() == 3);
  CHECK(std::isfinite(std::stod(cells[1][0])));
  if (outcome.code == 1) CHECK_THAT(outcome.err, Contains("not positive definite"));
}

TEST_CASE("Collinear and constant inputs are sampled") {
  const TroubledPlace place("a,b,c,y", 15, [](int i) {
    return number(i * 0.2) + "," + number(i * 0.4) + ",7," + number(std::sin(i * 0.7));
  });
  place.require_usable_draws();
}

TEST_CASE("Inputs of tiny and of huge scales are sampled, standardized or not") {
  const double scale = GENERATE(1e-8, 1e8);
  const TroubledPlace place("a,y", 15, [&](int i) {
    return number(i * 0.2 * scale) + "," + number(std::sin(i * 0.7) * scale);
  });
  place.require_usable_draws({"--set", "densities.posterior.data.standardize=true"});
  place.require_usable_draws(
      {"--set", "sample.start.log_eta=" + number(std::log(scale)), "--set",
       "densities.posterior.priors.log_eta={mean: " + number(std::log(scale)) + ", sd: 1}"});
}

TEST_CASE("A chain comes back from a length scale of nothing and of everything") {
  const double log_rho = GENERATE(-27.6, 27.6);
  const TroubledPlace place(
      "a,y", 15, [](int i) { return number(i * 0.2) + "," + number(std::sin(i * 0.7)); });
  place.require_usable_draws({"--set", "sample.start.log_rho=" + number(log_rho)});
  const auto draws = read_strictly(place.read("results/chain-1.csv"));
  CHECK(std::abs(draws.rows.back()[4]) < 10);
}

TEST_CASE("A constant response is sampled") {
  const TroubledPlace place("a,y", 15, [](int i) { return number(i * 0.2) + ",3"; });
  place.require_usable_draws();
}

TEST_CASE("One case and two cases are sampled") {
  const int cases = GENERATE(1, 2);
  const TroubledPlace place("a,y", cases,
                            [](int i) { return number(i * 0.2) + "," + number(i - 0.5); });
  place.require_usable_draws();
}

TEST_CASE("Thirty-two inputs are sampled") {
  constexpr int inputs = 32;
  std::string header;
  for (int j = 0; j < inputs; ++j) header += "x" + std::to_string(j) + ",";
  const TroubledPlace place(header + "y", 20, [](int i) {
    std::string row;
    for (int j = 0; j < inputs; ++j) row += number(std::sin(i * (j + 1.3))) + ",";
    return row + number(std::cos(i));
  });
  place.require_usable_draws();
  CHECK(read_strictly(place.read("results/chain-1.csv")).names.size() > 2 * inputs);
}

TEST_CASE("Failures are counted by reason and told once") {
  const TroubledPlace place(
      "a,y", 20, [](int i) { return number((i / 2) / 5.0) + "," + number(std::sin(i / 2)); });
  // With a prior that prefers no noise, proposals at which the covariance is singular are common.
  const Outcome outcome = place.require_usable_draws(
      {"--set", "densities.posterior.priors.log_sigma={mean: -40, sd: 10}", "--set",
       "sample.start={log_eta: 0, log_sigma: -12, log_rho: 0}"});
  const auto cells = cells_of(place.read("results/tables/evaluations.csv"));
  const std::string failures = cells.at(1).at(4);
  CHECK(failures != "0");
  CHECK_THAT(place.read("results/run.log"), Contains("not positive definite"));
  const std::string told = "not positive definite";
  std::size_t times = 0;
  for (std::size_t at = outcome.err.find(told); at != std::string::npos;
       at = outcome.err.find(told, at + 1))
    ++times;
  CHECK(times <= 1);
}

}  // namespace mcmc::testing
