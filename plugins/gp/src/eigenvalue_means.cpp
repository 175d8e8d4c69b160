#include "mcmc/gp/eigenvalue_means.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace mcmc::gp {
namespace {

using Eigen::Index;

/// Cases among which pairs are chosen: the square of their number is what choosing takes.
constexpr Index most_cases = 400;
/// A multiple of every packet size.
constexpr Index most_pairs = 96;
constexpr Index most_variances = 32;

/// Evenly spread over the rows.
Eigen::MatrixXd some_of(const Rows& rows, Index most) {
  const Index count = std::min(rows.rows(), most);
  Eigen::MatrixXd some(count, rows.cols());
  for (Index i = 0; i < count; ++i) some.row(i) = rows.row(i * rows.rows() / count);
  return some;
}

struct Pair {
  double distance;
  Index first, second;
};

/// All pairs of cases, by their distance in units of the inputs' standard deviations.
std::vector<Pair> pairs_by_distance(const Eigen::MatrixXd& cases) {
  Eigen::RowVectorXd spread = (cases.rowwise() - cases.colwise().mean()).colwise().norm();
  spread = (spread.array() > 0).select(spread, 1);
  const Eigen::MatrixXd scaled = (cases.array().rowwise() / spread.array()).transpose();
  std::vector<Pair> pairs;
  pairs.reserve(static_cast<std::size_t>(cases.rows() * (cases.rows() - 1) / 2));
  for (Index i = 0; i < cases.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      pairs.push_back({(scaled.col(i) - scaled.col(j)).squaredNorm(), i, j});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  return pairs;
}

/// Where strata of sorted pairs end: each is larger than the one before by a factor.
std::vector<std::size_t> ends_of_strata(std::size_t pairs) {
  std::vector<std::size_t> ends;
  for (Index k = 1; k <= most_pairs; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(most_pairs);
    const auto end = static_cast<std::size_t>(
        std::lround(std::pow(static_cast<double>(pairs), 0.2 + 0.8 * share)));
    if (end > 0 && (ends.empty() || end > ends.back())) ends.push_back(end);
  }
  return ends;
}

/// Overflow and what is not a number included.
double within_range(double value) {
  constexpr double smallest = 1e-150;
  constexpr double largest = 1e150;
  return value > smallest ? std::min(value, largest) : smallest;
}

}  // namespace

EigenvalueMeans::EigenvalueMeans(Model& model)
    : model_(&model),
      cases_(static_cast<double>(model.data().size())),
      known_noise_(model.data().noise_variance.size() > 0 ? model.data().noise_variance.mean() : 0),
      sample_(some_of(model.data().inputs, most_variances)),
      variances_(sample_.rows()) {
  const Eigen::MatrixXd cases = some_of(model.data().inputs, most_cases);
  const std::vector<Pair> pairs = pairs_by_distance(cases);
  const std::vector<std::size_t> ends =
      pairs.empty() ? std::vector<std::size_t>{} : ends_of_strata(pairs.size());
  const auto count = static_cast<Index>(ends.size());
  first_.resize(count, cases.cols());
  second_.resize(count, cases.cols());
  weights_.resize(count);
  covariances_.resize(count);
  std::size_t begin = 0;
  for (Index k = 0; k < count; ++k) {
    const std::size_t end = ends[static_cast<std::size_t>(k)];
    const Pair& middle = pairs[(begin + end) / 2];
    first_.row(k) = cases.row(middle.first);
    second_.row(k) = cases.row(middle.second);
    weights_[k] = static_cast<double>(end - begin) / static_cast<double>(pairs.size());
    begin = end;
  }
}

EigenvalueMeans::LogSds EigenvalueMeans::at(const Eigen::VectorXd& x) {
  model_->covariance_diagonal(x, sample_, variances_, Part::varying);
  const double variance = within_range(variances_.mean());
  const double noise = within_range(model_->noise_variance(x) + known_noise_);
  // n / r, from the diagonal of K^2 and the rest.
  const double diagonal = (variances_.array() / variance).square().mean();
  const double estimate = diagonal + (cases_ - 1) * mean_square_covariance(x, variance);
  // Within 1 ... n, and where it overflows n.
  const double inverse_share = estimate < cases_ ? std::max(estimate, 1.0) : cases_;
  const double share = 1 / inverse_share;
  return {std::log(variance + noise) / 2,
          (share * std::log(variance * inverse_share + noise) + (1 - share) * std::log(noise)) / 2};
}

/// Of different cases, divided by the square of the unit.
double EigenvalueMeans::mean_square_covariance(const Eigen::VectorXd& x, double unit) {
  if (weights_.size() == 0) return 0;
  model_->covariance_pairs(x, first_, second_, covariances_, Part::varying);
  return (covariances_.array() / unit).square().matrix().dot(weights_);
}

}  // namespace mcmc::gp
