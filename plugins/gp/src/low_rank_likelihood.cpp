#include "mcmc/gp/low_rank_likelihood.hpp"

#include <cstring>
#include <utility>

namespace mcmc::gp {

using Eigen::Index;

namespace {

bool same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

LowRankLikelihood::LowRankLikelihood(Model& model, Index columns, std::vector<Index> free,
                                     bool reuse)
    : model_(&model),
      free_(std::move(free)),
      shared_noise_(model.data().noise_variance.size() == 0),
      reuse_(reuse),
      basis_(model.data().size(), columns) {
  if (shared_noise_ && model.noise_position()) free_.push_back(*model.noise_position());
}

LowRankLikelihood::~LowRankLikelihood() = default;

Evaluation LowRankLikelihood::evaluate(const Eigen::VectorXd& x) {
  if (const Failure failure = update(x); failure != Failure::none) return failure;
  at_x_.squared_response = kept_.squared_response;
  at_x_.log_weights = kept_.log_weights;
  at_x_.cases = kept_.cases;
  complete(x, kept_, at_x_);
  return low_rank_log_density_in_place(at_x_, shared_noise_ ? model_->noise_variance(x) : 1);
}

Failure LowRankLikelihood::update(const Eigen::VectorXd& x) {
  Eigen::VectorXd point = x;
  point(free_).setZero();
  if (reuse_ && same_bits(point, kept_point_)) return Failure::none;
  if (const Failure failure = fill_basis(point); failure != Failure::none) return failure;
  project_basis(point);
  finish(kept_);
  kept_point_ = std::move(point);
  return Failure::none;
}

void LowRankLikelihood::project_basis(const Eigen::VectorXd& point) {
  const Dataset& data = model_->data();
  if (shared_noise_) {
    project(basis_, data.response, kept_);
    return;
  }
  response_ = data.response;
  const Eigen::VectorXd weights =
      (data.noise_variance.array() + model_->noise_variance(point)).inverse();
  project_weighted(basis_, response_, weights, kept_);
}

void LowRankLikelihood::finish(Projection&) {}

std::size_t LowRankLikelihood::bytes() const {
  const Index m = basis_.cols();
  const Index n = basis_.rows();
  return static_cast<std::size_t>(n * m + 2 * m * (m + 1) + (shared_noise_ ? 0 : n)) *
         sizeof(double);
}

}  // namespace mcmc::gp
