#include "surface.hpp"

#include <utility>

namespace mcmc::emulator {

void Whitening::apply(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::VectorXd& z) const {
  z = x - centre;
  // In place, from the last to the first, each of which needs only those before it.
  for (Eigen::Index i = z.size(); i-- > 0;) z[i] = matrix.row(i).head(i + 1).dot(z.head(i + 1));
}

void Surface::fill_trend(const Eigen::Ref<const Eigen::VectorXd>& z,
                         Eigen::Ref<Eigen::VectorXd> t) {
  const Eigen::Index dimension = z.size();
  t[0] = 1;
  t.segment(1, dimension) = z;
  Eigen::Index next = 1 + dimension;
  for (Eigen::Index i = 0; i < dimension; ++i) {
    t.segment(next, dimension - i) = z[i] * z.tail(dimension - i);
    next += dimension - i;
  }
}

Surface::Surface(const Eigen::VectorXd& length_scales, Eigen::VectorXd trend,
                 const Eigen::MatrixXd& centres, Eigen::VectorXd weights)
    : inverse_length_scales_(length_scales.cwiseInverse()),
      trend_(std::move(trend)),
      scaled_centres_(centres * inverse_length_scales_.asDiagonal()),
      weights_(std::move(weights)) {
  prepare();
}

void Surface::prepare() {
  half_squares_ = 0.5 * scaled_centres_.rowwise().squaredNorm();
}

double Surface::value(Scratch& scratch) const {
  const Eigen::VectorXd& z = scratch.z;
  const Eigen::Index dimension = z.size();
  double sum = trend_[0] + trend_.segment(1, dimension).dot(z);
  Eigen::Index next = 1 + dimension;
  for (Eigen::Index i = 0; i < dimension; ++i) {
    sum += z[i] * trend_.segment(next, dimension - i).dot(z.tail(dimension - i));
    next += dimension - i;
  }
  scratch.scaled = z.cwiseProduct(inverse_length_scales_);
  const double half_square = 0.5 * scratch.scaled.squaredNorm();
  scratch.products.noalias() = scaled_centres_ * scratch.scaled;
  return sum + bump(half_squares_.array() - scratch.products.array() + half_square)
                   .matrix()
                   .dot(weights_);
}

void Surface::persist(Archive& archive) {
  archive.array("inverse_length_scales", inverse_length_scales_);
  archive.array("trend", trend_);
  Eigen::VectorXd centres = scaled_centres_.reshaped();
  archive.array("centres", centres);
  archive.array("weights", weights_);
  scaled_centres_ = centres.reshaped(weights_.size(), inverse_length_scales_.size());
  prepare();
}

}  // namespace mcmc::emulator
