#include "mcmc/gp/neighbours.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mcmc::gp {

using Eigen::Index;

namespace {

Eigen::VectorXd squared_distances(const Eigen::MatrixXd& points, const Eigen::RowVectorXd& from) {
  return (points.rowwise() - from).rowwise().squaredNorm();
}

}  // namespace

std::vector<Index> max_min_order(const Eigen::MatrixXd& points) {
  std::vector<Index> order;
  Eigen::VectorXd to_chosen =
      Eigen::VectorXd::Constant(points.rows(), std::numeric_limits<double>::infinity());
  Index next = 0;
  if (points.rows() > 0) squared_distances(points, points.colwise().mean()).minCoeff(&next);
  while (order.size() < static_cast<std::size_t>(points.rows())) {
    order.push_back(next);
    to_chosen = to_chosen.cwiseMin(squared_distances(points, points.row(next)));
    to_chosen(next) = -1;  // below that of a twin, and for good
    to_chosen.maxCoeff(&next);
  }
  return order;
}

Conditioning nearest_earlier(const Eigen::MatrixXd& points, Index m) {
  Conditioning conditioning{max_min_order(points), {}};
  const Eigen::MatrixXd ordered = points(conditioning.order, Eigen::all);
  const Index first = m + 1;
  conditioning.blocks.resize(m + 1, points.rows() - first);
  std::vector<std::pair<double, Index>> earlier;
  for (Index i = first; i < points.rows(); ++i) {
    const Eigen::VectorXd distances = squared_distances(ordered.topRows(i), ordered.row(i));
    earlier.clear();
    for (Index j = 0; j < i; ++j) earlier.emplace_back(distances(j), j);
    std::partial_sort(earlier.begin(), earlier.begin() + m, earlier.end());
    auto block = conditioning.blocks.col(i - first);
    for (Index k = 0; k < m; ++k)
      block(k) =
          conditioning.order[static_cast<std::size_t>(earlier[static_cast<std::size_t>(k)].second)];
    block(m) = conditioning.order[static_cast<std::size_t>(i)];
  }
  return conditioning;
}

}  // namespace mcmc::gp
