#include "single_precision.hpp"

namespace mcmc::gp {

SinglePrecision::SinglePrecision(const Options& options)
    : GaussianProcess(model_of(*options.of)), likelihood_(*model()) {}

SinglePrecision::~SinglePrecision() = default;

}  // namespace mcmc::gp
