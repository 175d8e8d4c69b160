#include "mcmc/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "mcmc/error.hpp"

namespace mcmc {

OptionsHolder::~OptionsHolder() = default;

void Registry::add(Registration&& registration) {
  std::vector<ComponentType>& added = registration.components();
  for (std::size_t i = 0; i < added.size(); ++i) {
    const auto same = [&](const ComponentType& other) {
      return other.kind == added[i].kind && other.type == added[i].type;
    };
    if (std::any_of(added.begin(), added.begin() + static_cast<std::ptrdiff_t>(i), same))
      throw Error(ExitCode::bad_pipeline,
                  fmt::format("adds the {} \"{}\" twice", added[i].kind, added[i].type));
    if (const ComponentType* other = find(added[i].kind, added[i].type))
      throw Error(ExitCode::bad_pipeline,
                  fmt::format("its {} \"{}\" is already provided by the plugin \"{}\"",
                              added[i].kind, added[i].type, other->plugin));
  }
  std::move(added.begin(), added.end(), std::back_inserter(types_));
}

const ComponentType* Registry::find(std::string_view kind, std::string_view type) const {
  const auto found = std::find_if(types_.begin(), types_.end(), [&](const ComponentType& t) {
    return t.kind == kind && t.type == type;
  });
  return found == types_.end() ? nullptr : &*found;
}

std::vector<std::string> Registry::type_names(std::string_view kind) const {
  std::vector<std::string> names;
  for (const ComponentType& type : types_)
    if (kind.empty() || type.kind == kind) names.push_back(type.type);
  return names;
}

std::vector<std::string> Registry::kinds() const {
  std::vector<std::string> kinds;
  for (const ComponentType& type : types_)
    if (std::find(kinds.begin(), kinds.end(), type.kind) == kinds.end()) kinds.push_back(type.kind);
  return kinds;
}

std::vector<Proposal> proposals(const Registry& registry, std::string_view kind,
                                const TuningProblem& problem) {
  std::vector<Proposal> all;
  for (const ComponentType& type : registry.types()) {
    if (type.kind != kind || type.propose == nullptr) continue;
    const std::vector<Proposal> added = type.propose(problem);
    all.insert(all.end(), added.begin(), added.end());
  }
  return all;
}

}  // namespace mcmc
