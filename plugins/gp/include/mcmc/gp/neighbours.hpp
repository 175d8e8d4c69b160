#pragma once

#include <Eigen/Core>
#include <vector>

namespace mcmc::gp {

/// An order of points, n x p, in which each lies as far as possible from those before it: the first
/// is the one nearest to the mean of all, then always the one whose distance to the nearest chosen
/// one is largest. Of equals the first in `points`. n^2 p operations.
std::vector<Eigen::Index> max_min_order(const Eigen::MatrixXd& points);

/// On which earlier cases each case depends, in an order of cases.
struct Conditioning {
  /// The order: positions in the points.
  std::vector<Eigen::Index> order;
  /// m + 1 x (n - m - 1): for each case after the first m + 1, the positions of its m nearest
  /// earlier cases, the nearest first, and its own. The first m + 1 depend on all before them.
  Eigen::Matrix<Eigen::Index, Eigen::Dynamic, Eigen::Dynamic> blocks;
};

/// The m nearest earlier points of every point in `max_min_order`; of equally near ones the first
/// in that order. n^2 p operations. @pre 0 <= m < n
Conditioning nearest_earlier(const Eigen::MatrixXd& points, Eigen::Index m);

}  // namespace mcmc::gp
