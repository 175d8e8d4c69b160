#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// The one of `known` that `word` most likely means, if any is near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// `; did you mean "width"?` when one of `known` is near `word`, else nothing: the end of a message
/// about a misspelt name.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// `"a", "b" or "c"`: for messages that list what is allowed.
std::string any_of(const std::vector<std::string>& words);

}  // namespace mcmc
