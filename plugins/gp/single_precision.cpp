#include "single_precision.hpp"

#include "reuse_option.hpp"

namespace mcmc::gp {

void SinglePrecision::Options::declare(OptionTable& table) {
  declare_of(table, of);
  declare_reuse(table, reuse);
}

SinglePrecision::SinglePrecision(const Options& options)
    : GaussianProcess(model_of(*options.of)), likelihood_(*model(), options.reuse) {}

std::vector<Proposal> SinglePrecision::propose(const TuningProblem& problem) {
  if (!is_exact(problem)) return {};
  return {{"single_precision", "{type: gp.single_precision, of: " + problem.label + "}", {}}};
}

SinglePrecision::~SinglePrecision() = default;

}  // namespace mcmc::gp
