#include "mcmc/gp/factorisation.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace mcmc::gp {

namespace {

using Eigen::Index;

/// Columns that are brought up to date at once: wide enough for a matrix product to pay, narrow
/// enough to stay in the nearest cache while they are factorised.
constexpr Index panel_columns = 16;
constexpr Index strip_columns = 4;

/// Matrices up to this size are factorised panel by panel, larger ones by halves.
constexpr Index panel_method_size = 256;

/// The smallest pivots that are more than the rounding of their own diagonal elements.
template <class Scalar>
using SmallestPivots = Eigen::Ref<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>;
template <class Scalar>
using Square = Eigen::Ref<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>>;

/// Factorises columns [begin, end), from which all columns before `begin` have been subtracted.
template <class Scalar>
bool factorise_strip(Square<Scalar> lower, const SmallestPivots<Scalar>& smallest, Index begin,
                     Index end) {
  const Index rows = lower.rows();
  for (Index j = begin; j < end; ++j) {
    if (!(lower(j, j) > smallest(j))) return false;
    lower(j, j) = std::sqrt(lower(j, j));
    lower.col(j).tail(rows - j - 1) /= lower(j, j);
    for (Index k = j + 1; k < end; ++k)
      lower.col(k).tail(rows - k) -= lower(k, j) * lower.col(j).tail(rows - k);
  }
  return true;
}

/// Left-looking: each panel subtracts what the columns before it contribute, then factorises its
/// own strips. Faster than the library's for small matrices, whose right-looking updates there are
/// thinner than a register.
template <class Scalar>
bool factorise_by_panels(Square<Scalar> lower, const SmallestPivots<Scalar>& smallest) {
  const Index rows = lower.rows();
  for (Index panel = 0; panel < rows; panel += panel_columns) {
    const Index panel_end = std::min(panel + panel_columns, rows);
    const auto earlier = lower.block(panel, 0, rows - panel, panel);
    if (panel > 0)
      lower.block(panel, panel, rows - panel, panel_end - panel).noalias() -=
          earlier * earlier.topRows(panel_end - panel).transpose();
    for (Index strip = panel; strip < panel_end; strip += strip_columns) {
      const Index strip_end = std::min(strip + strip_columns, panel_end);
      const auto done = lower.block(strip, panel, rows - strip, strip - panel);
      lower.block(strip, strip, rows - strip, strip_end - strip).noalias() -=
          done.lazyProduct(done.topRows(strip_end - strip).transpose());
      if (!factorise_strip<Scalar>(lower, smallest, strip, strip_end)) return false;
    }
  }
  return true;
}

/// By halves: nearly all work is in a triangular solve and a symmetric update of half the size.
template <class Scalar>
bool factorise(Square<Scalar> lower, const SmallestPivots<Scalar>& smallest) {
  const Index rows = lower.rows();
  if (rows <= panel_method_size) return factorise_by_panels<Scalar>(lower, smallest);
  const Index top = (rows / 2 + panel_columns - 1) / panel_columns * panel_columns;
  const Index rest = rows - top;
  auto head = lower.topLeftCorner(top, top);
  auto below = lower.bottomLeftCorner(rest, top);
  auto tail = lower.bottomRightCorner(rest, rest);
  if (!factorise<Scalar>(head, smallest.head(top))) return false;
  head.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
      below);
  tail.template selfadjointView<Eigen::Lower>().rankUpdate(below, Scalar(-1));
  return factorise<Scalar>(tail, smallest.tail(rest));
}

template <class Scalar>
bool all_finite(const Eigen::Ref<const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>>& m) {
  for (Index j = 0; j < m.cols(); ++j)
    if (!m.col(j).tail(m.rows() - j).allFinite()) return false;
  return true;
}

template <class Scalar>
Failure factorise_in_place(Square<Scalar> lower) {
  const Eigen::Matrix<Scalar, Eigen::Dynamic, 1> smallest_pivots =
      std::numeric_limits<Scalar>::epsilon() * lower.diagonal().cwiseMax(Scalar(0));
  // An infinity or NaN anywhere reaches the diagonal of its row, where it is no pivot: an infinite
  // element is not more than its own rounding, which is infinite too.
  if (factorise<Scalar>(lower, smallest_pivots)) return Failure::none;
  return all_finite<Scalar>(lower) ? Failure::not_positive_definite : Failure::not_finite;
}

}  // namespace

bool lower_triangle_is_finite(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  return all_finite<double>(matrix);
}

Failure cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> lower) {
  return factorise_in_place<double>(lower);
}

Failure cholesky_in_place(Eigen::Ref<Eigen::MatrixXf> lower) {
  return factorise_in_place<float>(lower);
}

Evaluation normal_log_density_in_place(Eigen::Ref<Eigen::MatrixXd> covariance,
                                       Eigen::Ref<Eigen::VectorXd> y) {
  if (const Failure failure = cholesky_in_place(covariance); failure != Failure::none)
    return failure;
  covariance.triangularView<Eigen::Lower>().solveInPlace(y);
  const double constants = static_cast<double>(y.size()) * std::log(2 * std::numbers::pi);
  const double value = -(y.squaredNorm() + log_determinant(covariance) + constants) / 2;
  if (!std::isfinite(value)) return Failure::not_finite;
  return value;
}

}  // namespace mcmc::gp
