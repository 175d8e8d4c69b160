#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "mcmc/persistent.hpp"
#include "mcmc/remark.hpp"

namespace mcmc {

class Target;

/// The ability to learn during warm-up: slice widths, a fitted approximation. The runner finds it
/// on any component.
///
/// Everything learned is frozen before the first kept draw, so the kernel that draws is fixed. What
/// was learned is shown through `persist`, reported and saved.
class Learner : public Persistent {
 public:
  ~Learner() override;

  /// The target whose evaluations this learner wants to see, or null.
  virtual Target* observed_target() { return nullptr; }
  /// One request to that target during warm-up, answered by the cache or computed. Never a failure.
  virtual void observe(const Eigen::VectorXd& x, double log_density);

  /// Between two iterations of warm-up, never within one: here a chain may tune by itself.
  virtual void tune() {}

  /// At the barrier that ends a round of warm-up. `chains` holds this learner's counterpart of
  /// every chain, in chain order. It is called once, on the first of them, while all chains wait,
  /// and leaves every one of them fitted: so the result does not depend on threads.
  virtual void fit(std::span<Learner* const> chains);

  /// The end of warm-up. Called once, also when there was no warm-up.
  virtual void freeze() = 0;

  /// After warm-up: what the user must know of what was learned, such as how good it is. The same
  /// for all chains.
  virtual std::optional<Remark> remark() const { return {}; }

  /// Whether it can be used yet; `check` reports a learner that is not ready.
  virtual bool ready() const { return true; }
};

}  // namespace mcmc
