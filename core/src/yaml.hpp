#pragma once

#include <string>

#include "mcmc/node.hpp"

namespace mcmc {

/// Parses one YAML document. Stricter than the parser it uses: refuses duplicate keys, a second
/// document, merge keys, complex keys, tags, and documents that are too deep or grow too large
/// through aliases.
/// @param name of the file, for marks and messages
/// @throws Error bad_pipeline with file, line and column
Node parse_yaml(const std::string& text, const std::string& name);

/// Writes a node as YAML that `parse_yaml` reads back as the same node.
std::string to_yaml(const Node& node);

}  // namespace mcmc
