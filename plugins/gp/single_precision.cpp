#include "single_precision.hpp"

namespace mcmc::gp {

SinglePrecision::SinglePrecision(const Options& options)
    : GaussianProcess(model_of(*options.of)), likelihood_(*model()) {}

std::vector<Proposal> SinglePrecision::propose(const TuningProblem& problem) {
  if (!is_exact(problem)) return {};
  return {{"single_precision", "{type: gp.single_precision, of: " + problem.label + "}", {}}};
}

SinglePrecision::~SinglePrecision() = default;

}  // namespace mcmc::gp
