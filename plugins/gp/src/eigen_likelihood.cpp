#include "mcmc/gp/eigen_likelihood.hpp"

#include <vector>

namespace mcmc::gp {

using Eigen::Index;

namespace {

constexpr Index max_restarts = 1000;

std::vector<Index> free_parameters(const Model& model) {
  return model.constant_variance() == 0 ? free_amplitude(model) : std::vector<Index>{};
}

}  // namespace

EigenLikelihood::EigenLikelihood(Model& model, Index rank, bool reuse)
    : LowRankLikelihood(model, rank, free_parameters(model), reuse),
      rank_(rank),
      free_amplitude_(!free_parameters(model).empty()),
      covariance_(model.data().size(), model.data().size()) {}

EigenLikelihood::~EigenLikelihood() = default;

Failure EigenLikelihood::fill_basis(const Eigen::VectorXd& point) {
  model().covariance_lower(point, model().data().inputs, covariance_);
  const Failure failure = largest_eigenpairs(covariance_, rank_, max_restarts, pairs_);
  if (failure != Failure::none) return failure;
  // K has no negative eigenvalues, but rounding has.
  basis() = pairs_.vectors * pairs_.values.cwiseMax(0).cwiseSqrt().asDiagonal();
  return Failure::none;
}

void EigenLikelihood::complete(const Eigen::VectorXd& x, const Projection& projection,
                               Projection& at_x) const {
  const double s = free_amplitude_ ? amplitude_at(model(), x) : 1;
  at_x.gram = s * s * projection.gram;
  at_x.response = s * projection.response;
}

std::size_t EigenLikelihood::bytes() const {
  // The pairs, and the Lanczos method's own vectors: two for each pair.
  const Index vectors = 3 * rank_ * covariance_.rows();
  return LowRankLikelihood::bytes() +
         static_cast<std::size_t>(covariance_.size() + vectors) * sizeof(double);
}

}  // namespace mcmc::gp
