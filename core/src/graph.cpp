#include "mcmc/graph.hpp"

#include <utility>

namespace mcmc {

Component& Graph::keep(std::unique_ptr<Component> component) {
  arena_.components.push_back(std::move(component));
  return *arena_.components.back();
}

}  // namespace mcmc
