#pragma once

#include <string>

#include "mcmc/registry.hpp"

/// Descriptions of component types, all from their option tables.
namespace mcmc {

/// For people at a terminal.
std::string describe_text(const ComponentType& type);
/// A commented map with every default, to paste into a pipeline.
std::string describe_yaml(const ComponentType& type);
/// An object with the type's names and an array of options; numbers that are unbounded are left
/// out.
std::string describe_json(const ComponentType& type);

}  // namespace mcmc
