#pragma once

#include <string>

#include "mcmc/registry.hpp"

namespace mcmc {

/// A JSON Schema (draft 7) of pipeline files with these component types, for editors. Made from the
/// option tables, so it refuses the unknown keys, wrong types and values out of range that reading
/// a pipeline refuses; it knows no labels and no data.
std::string pipeline_schema(const Registry& registry);

}  // namespace mcmc
