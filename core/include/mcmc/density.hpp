#pragma once

#include <Eigen/Core>
#include <string_view>

#include "mcmc/component.hpp"
#include "mcmc/evaluation.hpp"
#include "mcmc/state.hpp"

namespace mcmc {

/// A log density that chains can sample, up to a constant that does not depend on x.
///
/// Contract:
/// - `log_density(x)` is a pure function of x, in nats: the same bits for the same x, whatever was
///   evaluated before. It may use scratch memory and keep what it computed, never a sum that was
///   added to and subtracted from.
/// - It returns a finite value, or minus infinity outside the support, or a typed failure
///   (for example `Failure::not_positive_definite`). NaN and plus infinity count as
///   `Failure::not_finite`.
/// - x has `parameters().size()` elements, on the sampling scale.
/// - One instance belongs to one chain and one thread; data may be shared, read only, between the
///   chains' instances (`BuildContext::share`).
///
/// What a density can do beyond that it says by also implementing interfaces of `abilities.hpp`.
class Density : public Component {
 public:
  static constexpr std::string_view kind = "density";

  ~Density() override;
  virtual const ParameterNames& parameters() const = 0;
  virtual Evaluation log_density(const Eigen::VectorXd& x) = 0;
};

}  // namespace mcmc
