#pragma once

#include <filesystem>
#include <string>

#include "mcmc/error.hpp"
#include "mcmc/node.hpp"

namespace mcmc {

/// What a component throws about one of its options or files, with the place at which that stands.
/// Any other error is returned as it is.
/// @param node the component's map in the pipeline
/// @param folder from which paths in it count
Error placed(const Error& error, const Node& node, const std::string& name,
             const std::filesystem::path& folder);

}  // namespace mcmc
