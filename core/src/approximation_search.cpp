#include "approximation_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "evaluation_time.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "tuning_choice.hpp"

namespace mcmc {
namespace {

/// Of those that do not learn.
constexpr std::size_t most_promising = 2;
constexpr double infinity = std::numeric_limits<double>::infinity();
/// Evaluations over which a time is taken.
constexpr std::size_t timed = 3;

/// Draws, at most, at which approximations are compared with the target.
constexpr Eigen::Index compared_points = 20;

/// Points that the target's own transition has drawn, a row each, and its log densities there.
struct Points {
  Eigen::MatrixXd x;
  Eigen::VectorXd log_density;
};

Points points_of(const Draws& draws, std::size_t parameters) {
  const Eigen::MatrixXd& chain = draws.chains.front();
  const Eigen::Index count = std::min(compared_points, chain.rows());
  constexpr Eigen::Index first_parameter = 2;  // after lp__ and accept_stat__
  return {
      chain.bottomRows(count).middleCols(first_parameter, static_cast<Eigen::Index>(parameters)),
      draws.column("lp__").col(0).tail(count)};
}

/// The standard deviation of what the approximation adds to the target; infinite where it fails.
double error_of(Density& approximation, const Points& points) {
  const FlushSubnormals flush_subnormals;
  Eigen::VectorXd differences(points.x.rows());
  for (Eigen::Index i = 0; i < points.x.rows(); ++i) {
    const Evaluation value = approximation.log_density(points.x.row(i).transpose());
    if (value.failed() || !std::isfinite(value.log_density())) return infinity;
    differences[i] = value.log_density() - points.log_density[i];
  }
  const double mean_difference = differences.mean();
  return std::sqrt((differences.array() - mean_difference).square().sum() /
                   static_cast<double>(differences.size() - 1));
}

Approximation examined(const Pipeline& pipeline, const Proposal& proposal, const Points& points) {
  Approximation result;
  result.proposal = proposal;
  result.label = free_label(pipeline, "densities", proposal.name);
  const ChainPlan plan = Pipeline(pipeline, result.settings()).build();
  Density& density = plan.graph.find<Target>(result.label)->density();
  const auto* learner = dynamic_cast<const Learner*>(&density);
  result.learns = learner != nullptr && !learner->ready();
  if (result.learns) return result;
  result.error = error_of(density, points);
  const FlushSubnormals flush_subnormals;
  result.seconds = seconds_of_full_evaluation(density, points.x.row(0).transpose(), timed);
  return result;
}

/// What an independent draw should cost with a mapping: evaluations that a chain on the
/// approximation makes for each parameter until its states are about independent, and one of the
/// target; divided by the acceptance of such a state when errors are normal.
double predicted_cost(const Approximation& approximation, double parameters, double seconds) {
  constexpr double evaluations_per_parameter = 16;
  const double evaluations = evaluations_per_parameter * parameters;
  const double acceptance = std::erfc(approximation.error / 2);
  return (seconds + evaluations * approximation.seconds) / acceptance;
}

}  // namespace

ApproximationSearch::ApproximationSearch(const Pipeline& pipeline, const Registry& registry,
                                         Target& target, const Draws& draws, double seconds) {
  const std::size_t parameters = target.parameters().size();
  const Points points = points_of(draws, parameters);
  const auto sort = [&](std::vector<Approximation>& some) {
    std::sort(some.begin(), some.end(), [&](const Approximation& a, const Approximation& b) {
      const auto count = static_cast<double>(parameters);
      return predicted_cost(a, count, seconds) < predicted_cost(b, count, seconds);
    });
  };
  const auto move_others = [&](std::vector<Approximation>& some, std::size_t kept) {
    if (some.size() <= kept) return;
    const auto first = some.begin() + static_cast<std::ptrdiff_t>(kept);
    std::move(first, some.end(), std::back_inserter(others));
    some.erase(first, some.end());
  };
  std::vector<Approximation> best_of_types;
  for (const ComponentType& type : registry.types()) {
    if (type.kind != Density::kind || type.propose == nullptr) continue;
    std::vector<Approximation> of_type;
    for (const Proposal& proposal : type.propose({target.name(), &target.density(), seconds})) {
      try {
        Approximation approximation = examined(pipeline, proposal, points);
        (approximation.learns ? promising : of_type).push_back(std::move(approximation));
      } catch (const Error& error) {
        Trial trial{proposal.name};
        trial.outcome = fmt::format("not tried: {}", error.what());
        unusable.push_back(std::move(trial));
      }
    }
    sort(of_type);
    move_others(of_type, 1);
    std::move(of_type.begin(), of_type.end(), std::back_inserter(best_of_types));
  }
  sort(best_of_types);
  move_others(best_of_types, most_promising);
  std::move(best_of_types.begin(), best_of_types.end(), std::back_inserter(promising));
}

}  // namespace mcmc
