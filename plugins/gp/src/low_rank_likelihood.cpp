#include "mcmc/gp/low_rank_likelihood.hpp"

#include <utility>

namespace mcmc::gp {

using Eigen::Index;

LowRankLikelihood::LowRankLikelihood(Model& model, Index columns, std::vector<Index> free,
                                     bool reuse)
    : StagedLikelihood(model, with_shared_noise(std::move(free), model), reuse),
      shared_noise_(noise_is_shared(model)),
      basis_(model.data().size(), columns) {}

LowRankLikelihood::~LowRankLikelihood() = default;

Failure LowRankLikelihood::first_stage(const Eigen::VectorXd& point) {
  if (const Failure failure = fill_basis(point); failure != Failure::none) return failure;
  project_basis(point);
  finish(kept_);
  return Failure::none;
}

Evaluation LowRankLikelihood::second_stage(const Eigen::VectorXd& x) {
  at_x_.squared_response = kept_.squared_response;
  at_x_.log_weights = kept_.log_weights;
  at_x_.cases = kept_.cases;
  complete(x, kept_, at_x_);
  return low_rank_log_density_in_place(at_x_, shared_noise_ ? model().noise_variance(x) : 1,
                                       cholesky_);
}

void LowRankLikelihood::project_basis(const Eigen::VectorXd& point) {
  const Dataset& data = model().data();
  if (shared_noise_) {
    project(basis_, data.response, kept_);
    return;
  }
  response_ = data.response;
  const Eigen::VectorXd weights =
      (data.noise_variance.array() + model().noise_variance(point)).inverse();
  project_weighted(basis_, response_, weights, kept_);
}

void LowRankLikelihood::finish(Projection&) {}

std::size_t LowRankLikelihood::bytes() const {
  const Index m = basis_.cols();
  const Index n = basis_.rows();
  return static_cast<std::size_t>(n * m + 2 * m * (m + 1) + (shared_noise_ ? 0 : n)) *
             sizeof(double) +
         Cholesky<double>::bytes(m, m);
}

}  // namespace mcmc::gp
