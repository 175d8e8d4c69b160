#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace mcmc {

/// Why an evaluation gave no value. A point outside the support is not a failure: its log density
/// is minus infinity.
enum class Failure : unsigned char {
  none,
  not_positive_definite,  ///< a covariance matrix that has no Cholesky factor
  not_finite,             ///< a NaN or an infinity came out
  no_convergence,         ///< an iterative solver gave up
  not_fitted,             ///< an approximation that has not learned anything yet
  reported,               ///< code that is not ours, such as a program, said that it failed
  count_                  ///< how many there are
};

std::string_view to_string(Failure failure);

/// One number per reason.
template <class T>
using PerFailure = std::array<T, static_cast<std::size_t>(Failure::count_)>;

/// A log density in nats (finite, or minus infinity outside the support) or a typed failure.
class Evaluation {
 public:
  // NOLINTBEGIN(google-explicit-constructor): `return value;`, `return Failure::...` read well
  Evaluation(double log_density) : log_density_(log_density) {}
  Evaluation(Failure failure) : failure_(failure) {}
  // NOLINTEND(google-explicit-constructor)

  bool failed() const { return failure_ != Failure::none; }
  Failure failure() const { return failure_; }
  /// @pre !failed()
  double log_density() const { return log_density_; }

 private:
  double log_density_ = 0;
  Failure failure_ = Failure::none;
};

}  // namespace mcmc
