#include "mcmc/evaluation.hpp"

namespace mcmc {

std::string_view to_string(Failure failure) {
  switch (failure) {
    case Failure::none:
      return "none";
    case Failure::not_positive_definite:
      return "a matrix is not positive definite";
    case Failure::not_finite:
      return "a NaN or an infinity came out";
    case Failure::no_convergence:
      return "an iteration did not converge";
    case Failure::not_fitted:
      return "it has not been fitted yet";
    case Failure::reported:
      return "it reported a failure";
    case Failure::count_:
      break;
  }
  return "unknown";
}

}  // namespace mcmc
