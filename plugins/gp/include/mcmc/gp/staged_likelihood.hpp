#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// A log likelihood under a model that is computed in two stages: what depends on all
/// parameters but some free ones, then the rest. What the first stage made is kept from one
/// evaluation to the next while only free parameters change.
///
/// The first stage always works at a point where the free parameters are 0, so it cannot depend on
/// them, and an evaluation gives the same bits with reuse and without, whatever came before.
class StagedLikelihood {
 public:
  virtual ~StagedLikelihood();

  /// In nats, with all constants.
  Evaluation evaluate(const Eigen::VectorXd& x);

  /// Of scratch memory, at most.
  virtual std::size_t bytes() const = 0;

 protected:
  /// @pre the model outlives this
  StagedLikelihood(Model& model, std::vector<Eigen::Index> free, bool reuse);

  Model& model() const { return *model_; }

 private:
  /// Does what does not depend on free parameters, at a point where they are 0.
  virtual Failure first_stage(const Eigen::VectorXd& point) = 0;
  /// The rest, at x, after the first stage at the same point. It may add to what that left, but
  /// only what would come out the same at any x.
  virtual Evaluation second_stage(const Eigen::VectorXd& x) = 0;

  Model* model_;
  std::vector<Eigen::Index> free_;
  bool reuse_;
  Eigen::VectorXd kept_point_;  ///< of the last first stage; empty when it failed
};

/// The amplitude s of a model with a single varying term, K = s^2 V + c^2, as a free parameter.
std::vector<Eigen::Index> free_amplitude(const Model& model);

/// These and log_sigma, where that is sampled.
std::vector<Eigen::Index> with_noise(std::vector<Eigen::Index> free, const Model& model);

/// The same, where all cases have the same noise.
std::vector<Eigen::Index> with_shared_noise(std::vector<Eigen::Index> free, const Model& model);

/// Whether all cases have the same noise, of variance sigma^2.
bool noise_is_shared(const Model& model);

/// s at x, or 1 for other models, where V holds all varying terms.
double amplitude_at(const Model& model, const Eigen::VectorXd& x);

}  // namespace mcmc::gp
