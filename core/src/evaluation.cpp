#include "mcmc/evaluation.hpp"

namespace mcmc {

std::string_view to_string(Failure failure) {
  switch (failure) {
    case Failure::none:
      return "none";
    case Failure::not_positive_definite:
      return "not_positive_definite";
    case Failure::not_finite:
      return "not_finite";
    case Failure::no_convergence:
      return "no_convergence";
    case Failure::count_:
      break;
  }
  return "unknown";
}

}  // namespace mcmc
