#include "mcmc/diagnostics.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "data/diagnostics_oracle.hpp"

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

// The recipes of data/make_diagnostics_oracle.R.

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}

  double uniform() {
    state_ = state_ * 16807 % 2147483647;
    return static_cast<double>(state_) / 2147483647;
  }
  double bell_shaped() {
    double total = -6;
    for (int i = 0; i < 12; ++i) total += uniform();
    return total;
  }

 private:
  std::uint64_t state_;
};

MatrixXd chains(Index iterations, Index number, const std::function<double(double)>& next_draw) {
  MatrixXd draws(iterations, number);
  for (Index chain = 0; chain < number; ++chain) {
    double current = 0;
    for (Index i = 0; i < iterations; ++i) draws(i, chain) = current = next_draw(current);
  }
  return draws;
}

MatrixXd autoregressive(std::uint64_t seed, Index iterations, Index number, double coefficient) {
  Noise noise(seed);
  return chains(iterations, number, [&](double x) {
    const volatile double product = coefficient * x;  // which R does not fuse with the sum
    return product + noise.bell_shaped();
  });
}

MatrixXd metropolis(std::uint64_t seed, Index iterations, Index number) {
  Noise noise(seed);
  return chains(iterations, number, [&](double x) {
    const double proposal = x + 4 * noise.bell_shaped();
    const double ratio = (1 + x * x) / (1 + proposal * proposal);
    return noise.uniform() < ratio * ratio ? proposal : x;
  });
}

MatrixXd discrete(std::uint64_t seed, Index iterations, Index number) {
  Noise noise(seed);
  return chains(iterations, number, [&](double) {
    const double first = 3 * noise.uniform();
    return std::floor(first + 3 * noise.uniform());
  });
}

MatrixXd shift_last_chain(MatrixXd draws, double shift) {
  draws.rightCols<1>().array() += shift;
  return draws;
}

MatrixXd stick_last_chain(MatrixXd draws) {
  draws.rightCols<1>().setConstant(draws.topRightCorner<1, 1>()(0));
  return draws;
}

const std::map<std::string, std::function<MatrixXd()>> recipes{
    {"autoregressive", [] { return autoregressive(1, 1000, 4, 0.5); }},
    {"slow", [] { return autoregressive(2, 500, 4, 0.95); }},
    {"antithetic", [] { return autoregressive(3, 1000, 2, -0.9); }},
    {"odd", [] { return autoregressive(4, 501, 3, 0.7); }},
    {"one chain", [] { return autoregressive(5, 1000, 1, 0); }},
    {"short", [] { return autoregressive(6, 11, 2, 0.2); }},
    {"just long enough", [] { return autoregressive(7, 12, 2, 0.2); }},
    {"lag limit", [] { return autoregressive(8, 30, 2, 0.99); }},
    {"refusals", [] { return metropolis(9, 1000, 4); }},
    {"discrete", [] { return discrete(10, 400, 4); }},
    {"shifted", [] { return shift_last_chain(autoregressive(11, 400, 4, 0.5), 0.7); }},
    {"stuck", [] { return stick_last_chain(autoregressive(12, 400, 4, 0.5)); }},
    {"far from zero", []() -> MatrixXd { return 1e6 + autoregressive(13, 400, 4, 0.5).array(); }},
    {"odd and short", [] { return autoregressive(14, 13, 3, 0.3); }},
    {"odd and of one chain", [] { return autoregressive(15, 25, 1, 0.5); }},
    {"two values", []() -> MatrixXd { return discrete(16, 200, 3).cwiseMin(1); }},
    {"constant", [] { return MatrixXd(MatrixXd::Constant(100, 4, 2.5)); }},
};

/// Within 10 digits; what nobody can answer is NaN.
void check_equal(const char* what, double ours, double oracle) {
  INFO(what << ": " << ours << ", posterior has " << oracle);
  if (std::isnan(oracle))
    CHECK(std::isnan(ours));
  else
    CHECK(std::abs(ours - oracle) <= 1e-10 * std::max(std::abs(oracle), 1e-3));
}

void check_moments_and_rhat(const MatrixXd& draws, const DiagnosticsOracle& oracle) {
  check_equal("mean", mcmc::mean(draws), oracle.mean);
  check_equal("standard_deviation", mcmc::standard_deviation(draws), oracle.standard_deviation);
  check_equal("q5", mcmc::quantile(draws, 0.05), oracle.q5);
  check_equal("q50", mcmc::quantile(draws, 0.5), oracle.q50);
  check_equal("q95", mcmc::quantile(draws, 0.95), oracle.q95);
  check_equal("rhat", mcmc::rhat(draws), oracle.rhat);
  const Eigen::VectorXd autocorrelation = mcmc::autocorrelation(draws);
  check_equal("autocorrelation_1", autocorrelation[1], oracle.autocorrelation_1);
  check_equal("autocorrelation_7", autocorrelation[7], oracle.autocorrelation_7);
}

void check_effective_sizes(const MatrixXd& draws, const DiagnosticsOracle& oracle) {
  check_equal("ess_bulk", mcmc::ess_bulk(draws), oracle.ess_bulk);
  check_equal("ess_tail", mcmc::ess_tail(draws), oracle.ess_tail);
  check_equal("ess_mean", mcmc::ess_mean(draws), oracle.ess_mean);
  check_equal("ess_sd", mcmc::ess_sd(draws), oracle.ess_sd);
  check_equal("ess_q30", mcmc::ess_quantile(draws, 0.3), oracle.ess_q30);
  check_equal("mcse_mean", mcmc::mcse_mean(draws), oracle.mcse_mean);
  check_equal("mcse_sd", mcmc::mcse_sd(draws), oracle.mcse_sd);
  check_equal("mcse_q5", mcmc::mcse_quantile(draws, 0.05), oracle.mcse_q5);
  check_equal("mcse_q95", mcmc::mcse_quantile(draws, 0.95), oracle.mcse_q95);
  check_equal("autocorrelation_time", mcmc::autocorrelation_time(draws),
              static_cast<double>(draws.size()) / oracle.ess_mean);
}

void check_no_effective_size(const MatrixXd& draws) {
  CHECK(std::isnan(mcmc::ess_bulk(draws)));
  CHECK(std::isnan(mcmc::ess_tail(draws)));
  CHECK(std::isnan(mcmc::ess_mean(draws)));
  CHECK(std::isnan(mcmc::ess_sd(draws)));
  CHECK(std::isnan(mcmc::ess_quantile(draws, 0.3)));
  CHECK(std::isnan(mcmc::mcse_mean(draws)));
  CHECK(std::isnan(mcmc::mcse_sd(draws)));
  CHECK(std::isnan(mcmc::mcse_quantile(draws, 0.3)));
  CHECK(std::isnan(mcmc::autocorrelation_time(draws)));
}

void check_no_diagnostics(const MatrixXd& draws) {
  check_no_effective_size(draws);
  CHECK(std::isnan(mcmc::rhat(draws)));
  const Eigen::VectorXd autocorrelation = mcmc::autocorrelation(draws);
  REQUIRE(autocorrelation.size() == draws.rows());
  CHECK(autocorrelation.array().isNaN().all());
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("Diagnostics equal those of the R package posterior to 10 digits") {
  for (const DiagnosticsOracle& oracle : diagnostics_oracle) {
    INFO(oracle.recipe);
    const MatrixXd draws = recipes.at(oracle.recipe)();
    check_moments_and_rhat(draws, oracle);
    if (draws.rows() >= 12) check_effective_sizes(draws, oracle);
  }
}

TEST_CASE("The order of chains and the scale of draws do not matter") {
  const MatrixXd draws = autoregressive(21, 300, 3, 0.6);
  const MatrixXd other = -1e-20 * draws.rowwise().reverse();
  CHECK(mcmc::rhat(other) == Approx(mcmc::rhat(draws)).epsilon(1e-10));
  CHECK(mcmc::ess_bulk(other) == Approx(mcmc::ess_bulk(draws)).epsilon(1e-10));
  CHECK(mcmc::ess_mean(other) == Approx(mcmc::ess_mean(draws)).epsilon(1e-10));
  CHECK(mcmc::mcse_sd(other) == Approx(1e-20 * mcmc::mcse_sd(draws)).epsilon(1e-10));
}

TEST_CASE("Chains of fewer than 12 iterations have an R-hat but no effective sample size") {
  const MatrixXd draws = autoregressive(22, 11, 4, 0);
  check_no_effective_size(draws);
  CHECK(std::isfinite(mcmc::rhat(draws)));
  CHECK(std::isfinite(mcmc::ess_mean(autoregressive(22, 12, 4, 0))));
}

TEST_CASE("Chains of fewer than 4 iterations have no R-hat") {
  CHECK(std::isfinite(mcmc::rhat(autoregressive(23, 4, 4, 0))));
  for (Index iterations = 1; iterations < 4; ++iterations)
    CHECK(std::isnan(mcmc::rhat(autoregressive(23, iterations, 4, 0))));
}

TEST_CASE("Constant draws have no diagnostics") {
  check_no_diagnostics(MatrixXd::Constant(100, 4, 0.1));
  check_no_diagnostics(MatrixXd::Zero(100, 4));
  CHECK(mcmc::standard_deviation(MatrixXd::Constant(100, 4, 0.1)) == 0);
}

TEST_CASE("Draws that are not finite have no diagnostics") {
  for (const double value : {not_a_number, infinity, -infinity}) {
    MatrixXd draws = autoregressive(24, 100, 4, 0.5);
    draws(17, 2) = value;
    check_no_diagnostics(draws);
  }
}

TEST_CASE("No draws have no diagnostics") {
  for (const MatrixXd& draws : {MatrixXd(0, 0), MatrixXd(0, 4), MatrixXd(100, 0)}) {
    check_no_diagnostics(draws);
    CHECK(std::isnan(mcmc::mean(draws)));
    CHECK(std::isnan(mcmc::standard_deviation(draws)));
    CHECK(std::isnan(mcmc::quantile(draws, 0.5)));
  }
}

TEST_CASE("A single draw has a mean and quantiles, but no standard deviation") {
  const MatrixXd draw = MatrixXd::Constant(1, 1, 3.5);
  CHECK(mcmc::mean(draw) == 3.5);
  CHECK(mcmc::quantile(draw, 0.05) == 3.5);
  CHECK(std::isnan(mcmc::standard_deviation(draw)));
  check_no_diagnostics(draw);
}

TEST_CASE("A variable with two values has a bulk but no tail") {
  MatrixXd draws = autoregressive(25, 400, 4, 0.3);
  draws = (draws.array() > 0).select(MatrixXd::Constant(400, 4, 0.7), 0.1);
  CHECK(std::isfinite(mcmc::ess_bulk(draws)));
  CHECK(std::isnan(mcmc::ess_tail(draws)));
}

TEST_CASE("R-hat is infinite when every chain stays where it is and they differ") {
  MatrixXd draws(20, 3);
  draws.rowwise() = Eigen::RowVector3d(0, 1, 5);
  CHECK(mcmc::rhat(draws) == infinity);
  // Two values are equally far from the median: that leaves no spread to compare.
  CHECK(std::isnan(mcmc::rhat(draws.leftCols<2>())));
}

TEST_CASE("Perfectly antithetic chains reach the highest effective sample size there is") {
  MatrixXd draws(1000, 2);
  for (Index i = 0; i < 1000; ++i) draws.row(i).setConstant(i % 2 == 0 ? 1 : -1);
  CHECK(mcmc::ess_mean(draws) == Approx(2000 * std::log10(2000)));
  CHECK(mcmc::autocorrelation_time(draws) < 1);
}

TEST_CASE("Disagreement between chains lengthens the autocorrelation time") {
  const MatrixXd agreeing = autoregressive(26, 500, 4, 0.5);
  const double time = mcmc::autocorrelation_time(agreeing);
  CHECK(time == Approx(3).epsilon(0.2));
  CHECK(mcmc::autocorrelation_time(shift_last_chain(agreeing, 3)) > 20 * time);
}

TEST_CASE("Quantiles interpolate between order statistics") {
  MatrixXd draws(2, 2);
  draws << 4, 1, 3, 2;
  CHECK(mcmc::quantile(draws, 0) == 1);
  CHECK(mcmc::quantile(draws, 0.5) == 2.5);
  CHECK(mcmc::quantile(draws, 0.9) == Approx(3.7));
  CHECK(mcmc::quantile(draws, 1) == 4);
  draws(0, 1) = -infinity;
  CHECK(mcmc::quantile(draws, 0.05) == -infinity);
  CHECK(mcmc::quantile(draws, 1) == 4);
  draws(0, 1) = not_a_number;
  CHECK(std::isnan(mcmc::quantile(draws, 0.5)));
}

TEST_CASE("Part of a larger matrix is diagnosed without a copy being asked for") {
  const MatrixXd draws = autoregressive(27, 200, 4, 0.5);
  const MatrixXd last_half = draws.bottomRows(100);
  CHECK(mcmc::ess_bulk(draws.bottomRows(100)) == mcmc::ess_bulk(last_half));
  CHECK(mcmc::quantile(draws.bottomRows(100), 0.3) == mcmc::quantile(last_half, 0.3));
}

TEST_CASE("Ranks count all chains together, and equal draws share theirs") {
  MatrixXd draws(3, 2);
  draws << 5, 1, 2, 2, 9, 2;
  MatrixXd expected(3, 2);
  expected << 5, 1, 3, 3, 6, 3;
  CHECK(mcmc::ranks(draws) == expected);
}
