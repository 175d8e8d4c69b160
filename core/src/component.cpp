#include "mcmc/component.hpp"

namespace mcmc {

Component::~Component() = default;

}  // namespace mcmc
