#pragma once

#include <string>
#include <string_view>

#include "mcmc/node.hpp"

/// Templates are nodes with a placeholder such as `$parameter`. What stands under `do:` of a
/// `for_each_parameter` keeps its placeholders for itself.
namespace mcmc {

inline constexpr std::string_view parameter_placeholder = "$parameter";

/// Whether the placeholder occurs in `node` outside any template within it.
bool has_free_placeholder(const Node& node);

/// Whether the value under `key` of `owner` may name templates that are then part of the owner: not
/// the name of a type, nor what an inner `for_each_parameter` makes.
bool may_hold_labels(const Node& owner, const std::string& key);

/// A copy of `node` in which free occurrences of `placeholder` are replaced by `word`.
Node with_placeholder_filled(const Node& node, std::string_view placeholder, std::string_view word);

}  // namespace mcmc
