#pragma once

#include <string>
#include <vector>

#include "mcmc/registry.hpp"

/// Descriptions of component types, all from their option tables.
namespace mcmc {

/// Types of one name: kinds may use the same one, as covariance terms and means do.
using NamesakeTypes = std::vector<const ComponentType*>;

/// For people at a terminal, one type after another.
std::string describe_text(const NamesakeTypes& types);
/// A commented map with every default, to paste into a pipeline; a document for each type.
std::string describe_yaml(const NamesakeTypes& types);
/// An object with the type's names and an array of options; numbers that are unbounded are left
/// out. Several types are an array of such objects.
std::string describe_json(const NamesakeTypes& types);

/// What a registry has: the components, of one kind or with an empty `kind` of all, and the
/// libraries with the reason why one was refused.
std::string listing_json(const Registry& registry, const std::string& kind);

}  // namespace mcmc
