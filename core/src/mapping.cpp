#include "mcmc/mapping.hpp"

namespace mcmc {

Mapping::~Mapping() = default;

MappedTransition::MappedTransition(Mapping& mapping, std::size_t updates)
    : mapping_(&mapping), updates_(updates) {}
MappedTransition::~MappedTransition() = default;

void MappedTransition::move(State& x, Random& random, StepReport& report) {
  try {
    mapping_->map_up(x, random);
    for (std::size_t i = 0; i < updates_; ++i) mapping_->update(random, report);
    mapping_->map_down(x, random);
  } catch (...) {
    mapping_->abandon();
    throw;
  }
}

}  // namespace mcmc
