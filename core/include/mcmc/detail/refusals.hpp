#pragma once

#include <string_view>
#include <vector>

#include "mcmc/error_list.hpp"
#include "mcmc/options.hpp"

/// What every slot says of a node that it cannot read; each throws an Error with the place.
namespace mcmc::detail {

[[noreturn]] void refuse(const Node& node, const OptionSpec& spec);
[[noreturn]] void refuse_component(const Node& node, std::string_view kind);
const std::vector<Node>& expect_list(const Node& node, const OptionSpec& spec);
const std::vector<Node::Entry>& expect_map(const Node& node, const OptionSpec& spec);

}  // namespace mcmc::detail
