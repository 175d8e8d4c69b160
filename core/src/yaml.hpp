#pragma once

#include <filesystem>
#include <string>

#include "mcmc/node.hpp"

namespace mcmc {

/// Parses one YAML document. Stricter than the parser it uses: refuses duplicate keys, a second
/// document, merge keys, complex keys, tags, and documents that are too deep or grow too large
/// through aliases.
/// @param name of the file, for marks and messages
/// @throws Error bad_pipeline with file, line and column
Node parse_yaml(const std::string& text, const std::string& name);

/// The bytes of a file that holds a YAML document. @param what it is called in messages
/// @throws Error no_input for a file that cannot be read, bad_pipeline for one that is no text or
///         above 4 MiB
std::string read_yaml_text(const std::filesystem::path& file, const std::string& what);

/// Writes a node as YAML that `parse_yaml` reads back as the same node.
std::string to_yaml(const Node& node);

}  // namespace mcmc
