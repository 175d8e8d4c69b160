#include "report_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "kernel_density.hpp"
#include "mcmc/diagnostics.hpp"

namespace mcmc {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index most_trace_points = 500;  // of each chain: about what a screen can show
constexpr Index most_density_draws = 8000;
constexpr Index density_points = 128;
constexpr Index rank_intervals = 20;
constexpr std::size_t most_variables = 24;  // of each role
constexpr Index most_in_pairs = 6;

MatrixXd every(const MatrixXd& x, Index step) {
  return x(Eigen::seq(0, x.rows() - 1, step), Eigen::all);
}

VectorXd for_density(const MatrixXd& x) {
  const VectorXd pooled = x.reshaped();
  return every(pooled, std::max<Index>(1, (pooled.size() - 1) / most_density_draws + 1));
}

/// Where nearly all draws are, and half as much again for the prior to be seen.
VectorXd density_range(const VectorXd& draws) {
  const double low = quantile(draws, 0.001);
  const double high = quantile(draws, 0.999);
  const double margin = (high > low ? high - low : draws.maxCoeff() - draws.minCoeff()) / 4;
  const double begin = draws.minCoeff() > 0 ? std::max(low - margin, 0.0) : low - margin;
  return VectorXd::LinSpaced(density_points, begin, high + margin);
}

MatrixXd rank_counts(const MatrixXd& x) {
  const Index intervals = std::min(rank_intervals, std::max<Index>(1, x.rows() / 5));
  const MatrixXd rank = ranks(x);
  MatrixXd counts = MatrixXd::Zero(intervals, x.cols());
  for (Index chain = 0; chain < x.cols(); ++chain)
    for (const double r : rank.col(chain)) {
      const double place = (r - 0.5) / static_cast<double>(x.size());
      counts(static_cast<Index>(place * static_cast<double>(intervals)), chain) += 1;
    }
  return counts;
}

/// At most so many lags as the longest autocorrelation is worth looking at.
Index lags_for(const MatrixXd& x, double longest_time) {
  const double wanted = std::isfinite(longest_time) ? std::ceil(5 * longest_time) : 50;
  return std::min<Index>(x.rows() - 1, static_cast<Index>(std::clamp(wanted, 20.0, 200.0)));
}

MatrixXd autocorrelations(const MatrixXd& x, Index lags) {
  MatrixXd rho(lags + 1, x.cols());
  for (Index chain = 0; chain < x.cols(); ++chain)
    rho.col(chain) = autocorrelation(x.col(chain)).head(lags + 1);
  return rho;
}

VectorXd prior_density(const std::string& name, const PriorDraws& prior, const VectorXd& at) {
  const auto found = std::find(prior.names.begin(), prior.names.end(), name);
  if (found == prior.names.end()) return {};
  const VectorXd draws = prior.values.col(found - prior.names.begin());
  if (!draws.allFinite() || draws.minCoeff() == draws.maxCoeff()) return {};
  return kernel_density(draws, at);
}

void plot(const MatrixXd& x, const PriorDraws& prior, double longest_time, VariablePlots& plots) {
  if (!x.allFinite() || x.size() < 2 || x.minCoeff() == x.maxCoeff()) return;
  plots.trace = every(x, static_cast<Index>(trace_step(x.rows())));
  plots.ranks = rank_counts(x);
  plots.autocorrelation = autocorrelations(x, lags_for(x, longest_time));
  const VectorXd draws = for_density(x);
  plots.at = density_range(draws);
  plots.posterior = kernel_density(draws, plots.at);
  plots.prior = prior_density(plots.name, prior, plots.at);
}

VariableRole role_of(const std::string& name, const std::vector<std::string>& derived) {
  if (name == "lp__" || name == "log_likelihood") return VariableRole::density;
  return std::find(derived.begin(), derived.end(), name) == derived.end() ? VariableRole::parameter
                                                                          : VariableRole::derived;
}

/// Those that are plotted, by their place in the summary.
std::vector<std::size_t> least_settled(const std::vector<SummaryRow>& summary,
                                       std::vector<std::size_t> places) {
  if (places.size() <= most_variables) return places;
  const auto badness = [&](std::size_t i) { return std::fmax(summary[i].rhat, 0); };
  std::ranges::stable_sort(places, std::greater<>(), badness);
  places.resize(most_variables);
  std::ranges::sort(places);
  return places;
}

/// The strongest correlation of each with another.
Eigen::VectorXd strongest(const MatrixXd& correlations) {
  const auto size = correlations.rows();
  return (correlations - MatrixXd::Identity(size, size)).cwiseAbs().rowwise().maxCoeff();
}

/// @param x draws x variables, none of which is constant
MatrixXd correlations_of(MatrixXd x) {
  for (auto column : x.colwise()) {
    column.array() -= mean(column);
    column.normalize();
  }
  return x.transpose() * x;
}

}  // namespace

std::vector<VariableRole> roles_of(const std::vector<SummaryRow>& summary,
                                   const std::vector<std::string>& derived) {
  std::vector<VariableRole> roles;
  for (const SummaryRow& row : summary) roles.push_back(role_of(row.variable, derived));
  return roles;
}

ParameterPairs pairs_of(const Draws& draws, const std::vector<VariablePlots>& plots) {
  ParameterPairs pairs;
  for (const VariablePlots& one : plots)
    if (one.role == VariableRole::parameter && one.trace.size() > 0)
      pairs.names.push_back(one.name);
  const auto count = static_cast<Index>(pairs.names.size());
  MatrixXd x(draws.count(), count);
  for (Index i = 0; i < count; ++i)
    x.col(i) = draws.column(pairs.names[static_cast<std::size_t>(i)]).reshaped();
  pairs.correlations = correlations_of(std::move(x));
  if (count <= most_in_pairs) return pairs;

  const VectorXd strength = strongest(pairs.correlations);
  std::vector<Index> kept(static_cast<std::size_t>(count));
  std::iota(kept.begin(), kept.end(), Index{0});
  std::ranges::stable_sort(kept, std::greater<>(), [&](Index i) { return strength[i]; });
  kept.resize(most_in_pairs);
  std::ranges::sort(kept);
  ParameterPairs strong{{}, pairs.correlations(kept, kept)};
  for (const Index i : kept) strong.names.push_back(pairs.names[static_cast<std::size_t>(i)]);
  return strong;
}

std::size_t trace_step(Index iterations) {
  return static_cast<std::size_t>((std::max<Index>(iterations, 1) - 1) / most_trace_points + 1);
}

std::vector<VariablePlots> plots_of(const Draws& draws, const std::vector<SummaryRow>& summary,
                                    const std::vector<VariableRole>& roles, const PriorDraws& prior,
                                    std::vector<std::string>& missing) {
  std::array<std::vector<std::size_t>, 3> of_role;
  double longest_time = 0;
  for (std::size_t i = 0; i < summary.size(); ++i) {
    of_role[static_cast<std::size_t>(roles[i])].push_back(i);
    longest_time = std::fmax(longest_time, summary[i].autocorrelation_time);
  }
  std::vector<VariablePlots> all;
  for (std::size_t role = 0; role < of_role.size(); ++role) {
    const std::vector<std::size_t> shown = least_settled(summary, of_role[role]);
    if (shown.size() < of_role[role].size())
      missing.push_back(
          fmt::format("Plots are shown of {} of {} variables, those with the highest R-hat; the "
                      "summary has all.",
                      shown.size(), of_role[role].size()));
    for (const std::size_t i : shown) {
      VariablePlots& plots = all.emplace_back();
      plots.name = summary[i].variable;
      plots.role = static_cast<VariableRole>(role);
      plot(draws.column(plots.name), prior, longest_time, plots);
    }
  }
  return all;
}

}  // namespace mcmc
