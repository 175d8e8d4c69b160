#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/cache.hpp"
#include "mcmc/density.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/ledger.hpp"
#include "mcmc/state.hpp"

namespace mcmc {

/// What becomes of a failed evaluation.
enum class OnFailure {
  reject,  ///< it is counted, and the state treated as outside the support
  abort,   ///< `NumericalFailure` is thrown
};

/// A named density as transitions see it: with its cache and its ledger.
///
/// Transitions ask, the cache answers: a transition never carries a log density around, it asks its
/// target, which looks in the cache, else computes, counts and times (Wang and Neal 2013,
/// section 2.2, as architecture).
class Target final : public Component {
 public:
  static constexpr std::string_view kind = "density";

  /// @pre `density` and `cache` outlive the target
  Target(std::string name, Density& density, Cache& cache, OnFailure on_failure);
  ~Target() override;

  /// The log density at the state: finite, or minus infinity (also for a failure that is counted
  /// and rejected). @throws NumericalFailure under `OnFailure::abort`, Error for a state of another
  /// dimension
  double log_density(const State& state);

  const std::string& name() const { return name_; }
  const ParameterNames& parameters() const { return *names_; }
  std::shared_ptr<const ParameterNames> shared_parameters() const { return names_; }
  Density& density() const { return *density_; }
  Cache& cache() const { return *cache_; }
  OnFailure on_failure() const { return on_failure_; }
  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }

  /// During warm-up every request, cache hit or miss, is shown to the observers, in order.
  void add_observer(Learner& observer);
  void remove_observers();

 private:
  [[noreturn]] void refuse_dimension(std::size_t size) const;
  double compute(const State& state);
  Evaluation timed_evaluation(const Eigen::VectorXd& x);
  void reject(Failure failure, const Eigen::VectorXd& x);
  void show_observers(const Eigen::VectorXd& x, double log_density);

  std::string name_;
  Density* density_;
  Cache* cache_;
  OnFailure on_failure_;
  std::shared_ptr<const ParameterNames> names_;
  std::vector<Learner*> observers_;
  Ledger ledger_;
  std::uint32_t untimed_in_a_row_ = 0;
  std::uint32_t evaluations_per_timing_ = 1;
};

}  // namespace mcmc
