#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

#include "evidence.hpp"
#include "mcmc/abilities.hpp"
#include "regression.hpp"
#include "surface.hpp"

namespace mcmc::emulator {

/// What a target tells of itself, each null where it does not.
struct TargetKnowledge {
  const HasLogPrior* prior = nullptr;
  const HasFeatures* features = nullptr;
};

/// What the user chooses of a model.
struct ModelOptions {
  std::size_t size;         ///< basis functions, at most
  double depth;             ///< nats below the best, beyond which what is learned gets coarser
  double defensive_weight;  ///< of the heavy-tailed part, in (0, 1)
};

/// A log density that was learned from evaluations, once learned a plain function:
///   log [ (1 - e) exp(b(x) + min(f(x), m + 1)) + e Z t(x) ],
/// b the log prior where the target tells it, else the log of a wide normal density; f the surface,
/// a function of x and of the target's features;
/// m the largest value of log pi - b that was seen within `depth` of the best, or
/// the typical depth; t a Student density
/// around the evaluations of high density, Z an estimate of the integral of the first part, and e
/// the defensive weight. So it is positive everywhere, integrable, and falls off no faster than t.
class Model {
 public:
  /// @pre `can_learn(evidence, target)`
  /// @param previous model, whose hyperparameters are where the search starts, or null
  Model(const Evidence& evidence, const TargetKnowledge& target, const ModelOptions& options,
        const Model* previous);
  /// To be filled by `persist`.
  Model() = default;

  static bool can_learn(const Evidence& evidence, const TargetKnowledge& target);

  /// How many coordinates a point has: x and the target's features.
  static Eigen::Index coordinates(const Evidence& evidence, const TargetKnowledge& target);

  /// The same with f raised to a power, 1 for the density itself: multiplied by it. Allocates
  /// nothing once `scratch` has been used.
  double log_density(const Eigen::VectorXd& x, const TargetKnowledge& target, Scratch& scratch,
                     double power) const;

  /// The largest log density that was seen.
  double best() const { return best_; }
  const Hyperparameters& hyperparameters() const { return hyperparameters_; }
  Eigen::Index coordinates() const { return whitening_.centre.size(); }
  Eigen::Index size() const { return surface_.centres(); }
  void persist(Archive& archive);

 private:
  /// The first part, without its weight.
  double log_body(const Eigen::VectorXd& x, const TargetKnowledge& target, Scratch& scratch,
                  double power) const;
  void measure_mass(const TargetKnowledge& target, Eigen::Index dimension);
  double log_base(const Eigen::VectorXd& x, const TargetKnowledge& target,
                  const Eigen::VectorXd& z) const;
  double log_tail(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  RegressionData set_level_and_whiten(const Evidence& evidence, const Eigen::MatrixXd& coordinates,
                                      const TargetKnowledge& target, double depth_limit);
  void whiten(const Eigen::MatrixXd& coordinates, const Eigen::VectorXd& log_densities,
              Eigen::Index dimension);

  Whitening whitening_;
  Hyperparameters hyperparameters_;
  Surface surface_;
  double best_ = 0;
  double level_ = 0;  // the surface's zero
  double tail_constant_ = 0;
  double defensive_weight_ = 0;
};

/// How far below the mode, in nats, points of a density of this many dimensions still matter: for a
/// normal density the depth has mean d/2 and standard deviation sqrt(d/2).
double typical_depth(Eigen::Index dimension);

}  // namespace mcmc::emulator
