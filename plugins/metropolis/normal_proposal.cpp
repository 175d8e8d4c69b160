#include "normal_proposal.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

namespace mcmc::metropolis {
namespace {

constexpr double smallest_scale = 1e-100;
constexpr double largest_scale = 1e100;

/// The number of states from which a first covariance is worth having.
std::uint64_t first_window(std::size_t dimension) {
  return std::max<std::uint64_t>(50, 10 * dimension);
}

/// Correlations of few states are mostly noise: they shrink towards none.
Eigen::MatrixXd regularised_covariance(const Moments& states) {
  Eigen::MatrixXd covariance = states.covariance();
  const auto doubt = 5 * static_cast<double>(covariance.rows());
  const Eigen::VectorXd variances = covariance.diagonal();
  const auto count = static_cast<double>(states.count());
  covariance *= count / (count + doubt);
  covariance.diagonal() = variances;
  return covariance;
}

double log_determinant(const Eigen::MatrixXd& triangle) {
  return triangle.diagonal().array().log().sum();
}

}  // namespace

NormalProposal::NormalProposal(std::vector<std::size_t> coordinates, double scale)
    : coordinates_(std::move(coordinates)),
      scale_(scale),
      last_window_(static_cast<Eigen::Index>(coordinates_.size())),
      this_window_(static_cast<Eigen::Index>(coordinates_.size())) {
  const auto d = static_cast<Eigen::Index>(coordinates_.size());
  cholesky_.setIdentity(d, d);
  chosen_.resize(d);
  move_.resize(d);
}

void NormalProposal::propose(Eigen::VectorXd& x, Random& random) {
  for (double& z : chosen_) z = random.normal();
  move_.noalias() = cholesky_.triangularView<Eigen::Lower>() * chosen_;
  for (std::size_t i = 0; i < coordinates_.size(); ++i)
    x[static_cast<Eigen::Index>(coordinates_[i])] += scale_ * move_[static_cast<Eigen::Index>(i)];
}

void NormalProposal::note(const Eigen::VectorXd& x, double acceptance_probability) {
  acceptance_sum_ += acceptance_probability;
  ++proposals_;
  if (coordinates_.size() == 1) return;
  for (std::size_t i = 0; i < coordinates_.size(); ++i)
    chosen_[static_cast<Eigen::Index>(i)] = x[static_cast<Eigen::Index>(coordinates_[i])];
  this_window_.add(chosen_);
}

void NormalProposal::tune() {
  if (proposals_ == 0) return;
  tune_scale();
  if (this_window_.count() < first_window(coordinates_.size()) << windows_) return;
  use_covariance_of(this_window_);
  std::swap(last_window_, this_window_);
  this_window_.clear();
  ++windows_;
}

void NormalProposal::tune_scale() {
  const double best_acceptance = coordinates_.size() == 1 ? 0.44 : 0.234;
  const double acceptance = acceptance_sum_ / static_cast<double>(proposals_);
  ++tunings_;
  const double gain = 2 * std::pow(static_cast<double>(tunings_) + 1, -0.6);
  scale_ = std::clamp(scale_ * std::exp(gain * (acceptance - best_acceptance)), smallest_scale,
                      largest_scale);
  acceptance_sum_ = 0;
  proposals_ = 0;
}

void NormalProposal::use_covariance_of(const Moments& states) {
  const Eigen::LLT<Eigen::MatrixXd> factor(regularised_covariance(states));
  // A coordinate that has not moved yet has no variance: better keep what there is.
  if (factor.info() != Eigen::Success || !factor.matrixLLT().allFinite()) return;
  const double log_volume = log_determinant(cholesky_);
  cholesky_ = factor.matrixL();
  const auto d = static_cast<double>(coordinates_.size());
  if (knows_covariance_ == 0)
    scale_ = 2.38 / std::sqrt(d);
  else
    scale_ *= std::exp((log_volume - log_determinant(cholesky_)) / d);
  knows_covariance_ = 1;
}

void NormalProposal::settle() {
  Moments states = last_window_;
  states.merge(this_window_);
  if (states.count() >= first_window(coordinates_.size())) use_covariance_of(states);
}

void NormalProposal::persist(Archive& archive, const std::string& prefix) {
  archive.integer(prefix + "tunings", tunings_);
  if (coordinates_.size() == 1) return;
  persist_matrix(archive, prefix + "cholesky", cholesky_);
  archive.integer(prefix + "knows_covariance", knows_covariance_);
  archive.integer(prefix + "windows", windows_);
  last_window_.persist(archive, prefix + "last_window");
  this_window_.persist(archive, prefix + "this_window");
}

}  // namespace mcmc::metropolis
