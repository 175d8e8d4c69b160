#include "mcmc/writer.hpp"

#include <charconv>
#include <string_view>

namespace mcmc {
namespace {

/// A whole number from 1, or 0 for anything else.
std::size_t index_in(std::string_view text) {
  std::size_t index = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), index);
  return problem == std::errc() && end == text.data() + text.size() ? index : 0;
}

}  // namespace

Writer::~Writer() = default;

ElementName element_name(const std::string& column) {
  ElementName name{column, {}};
  for (std::size_t dot = name.array.rfind('.'); dot != std::string::npos && dot > 0;
       dot = name.array.rfind('.')) {
    const std::size_t index = index_in(std::string_view(name.array).substr(dot + 1));
    if (index == 0) break;
    name.indices.insert(name.indices.begin(), index);
    name.array.resize(dot);
  }
  return name;
}

}  // namespace mcmc
