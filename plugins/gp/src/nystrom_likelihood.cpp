#include "mcmc/gp/nystrom_likelihood.hpp"

#include <utility>

namespace mcmc::gp {

using Eigen::Index;

NystromLikelihood::NystromLikelihood(Model& model, NystromBasis nystrom, bool reuse)
    : LowRankLikelihood(model, nystrom.size() + 1, free_amplitude(model), reuse),
      nystrom_(std::move(nystrom)) {}

NystromLikelihood::~NystromLikelihood() = default;

/// The basis is [V_nm S, 1]: the ones carry c^2.
Failure NystromLikelihood::fill_basis(const Eigen::VectorXd& point) {
  basis().rightCols<1>().setOnes();
  return nystrom_.fill(model(), point, basis().leftCols(chosen_cases()));
}

void NystromLikelihood::finish(Projection& projection) {
  const Reflection reflection = nystrom_.reflection(ones_norm_);
  Eigen::VectorXd v(chosen_cases() + 1);
  v << reflection.v, 0;
  reflect(projection, v, reflection.tau);
}

void NystromLikelihood::complete(const Eigen::VectorXd& x, const Projection& projection,
                                 Projection& at_x) const {
  const Index m = chosen_cases();
  const double s = amplitude_at(model(), x);
  const auto [on_first, on_ones] =
      NystromBasis::first_column(s, model().constant_variance(), ones_norm_);

  const Eigen::MatrixXd& gram = projection.gram;
  at_x.gram = s * s * gram.topLeftCorner(m, m);
  at_x.gram.col(0).tail(m - 1) = s * (on_first * gram.col(0).segment(1, m - 1) +
                                      on_ones * gram.row(m).segment(1, m - 1).transpose());
  at_x.gram(0, 0) = on_first * on_first * gram(0, 0) + 2 * on_first * on_ones * gram(m, 0) +
                    on_ones * on_ones * gram(m, m);
  at_x.response = s * projection.response.head(m);
  at_x.response(0) = on_first * projection.response(0) + on_ones * projection.response(m);
}

std::size_t NystromLikelihood::bytes() const {
  return LowRankLikelihood::bytes() + nystrom_.bytes();
}

}  // namespace mcmc::gp
