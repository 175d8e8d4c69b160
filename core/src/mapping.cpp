#include "mcmc/mapping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mcmc/error.hpp"

namespace mcmc {

Mapping::~Mapping() = default;

void require_same_parameters(const std::string& option, const Target& approximation,
                             const Target& target) {
  if (approximation.parameters() == target.parameters()) return;
  throw OptionError(option,
                    fmt::format("\"{}\" has the parameters {}, but the target \"{}\" has {}; an "
                                "approximation must have exactly its target's parameters, in order",
                                approximation.name(), fmt::join(approximation.parameters(), ", "),
                                target.name(), fmt::join(target.parameters(), ", ")));
}

MappedTransition::MappedTransition(Mapping& mapping, std::size_t updates)
    : mapping_(&mapping), updates_(updates) {
  if (mapping.keeps_marked_states()) marked_states_.resize(updates);
}
MappedTransition::~MappedTransition() = default;

void MappedTransition::move(State& x, Random& random, StepReport& report) {
  try {
    mapping_->map_up(x, random);
    for (std::size_t i = 0; i < updates_; ++i) {
      mapping_->update(random, report);
      if (!marked_states_.empty()) mapping_->map_down(marked_states_[i], random);
    }
    mapping_->map_down(x, random);
  } catch (...) {
    mapping_->abandon();
    throw;
  }
}

}  // namespace mcmc
