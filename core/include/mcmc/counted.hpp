#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcmc {

/// A number of things in words: "1 case", "2 cases".
inline std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace mcmc
