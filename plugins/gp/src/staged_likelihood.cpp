#include "mcmc/gp/staged_likelihood.hpp"

#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace mcmc::gp {

using Eigen::Index;

namespace {

bool same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

StagedLikelihood::StagedLikelihood(Model& model, std::vector<Index> free, bool reuse)
    : model_(&model), free_(std::move(free)), reuse_(reuse) {}

StagedLikelihood::~StagedLikelihood() = default;

Evaluation StagedLikelihood::evaluate(const Eigen::VectorXd& x) {
  Eigen::VectorXd point = x;
  point(free_).setZero();
  if (!reuse_ || !same_bits(point, kept_point_)) {
    kept_point_.resize(0);
    if (const Failure failure = first_stage(point); failure != Failure::none) return failure;
    kept_point_ = std::move(point);
  }
  return second_stage(x);
}

std::vector<Index> free_amplitude(const Model& model) {
  const std::optional<Index> amplitude = model.amplitude_position();
  return amplitude ? std::vector<Index>{*amplitude} : std::vector<Index>{};
}

std::vector<Index> with_noise(std::vector<Index> free, const Model& model) {
  if (model.noise_position()) free.push_back(*model.noise_position());
  return free;
}

std::vector<Index> with_shared_noise(std::vector<Index> free, const Model& model) {
  return noise_is_shared(model) ? with_noise(std::move(free), model) : free;
}

bool noise_is_shared(const Model& model) {
  return model.data().noise_variance.size() == 0;
}

double amplitude_at(const Model& model, const Eigen::VectorXd& x) {
  const std::optional<Index> amplitude = model.amplitude_position();
  return amplitude ? std::exp(x(*amplitude)) : 1;
}

}  // namespace mcmc::gp
