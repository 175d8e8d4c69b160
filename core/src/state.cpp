#include "mcmc/state.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace mcmc {
namespace {

/// "log_rho" for "log_rho.3"; empty for a name that is not an element of a vector.
std::string_view vector_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return {};
  const std::string_view index = name.substr(dot + 1);
  const bool is_index = std::all_of(index.begin(), index.end(),
                                    [](unsigned char letter) { return std::isdigit(letter); });
  return is_index ? name.substr(0, dot) : std::string_view();
}

}  // namespace

ParameterNames::ParameterNames(std::vector<std::string> names) : names_(std::move(names)) {}

std::vector<std::size_t> ParameterNames::find(std::string_view name) const {
  const auto exact = std::find(names_.begin(), names_.end(), name);
  if (exact != names_.end()) return {static_cast<std::size_t>(exact - names_.begin())};
  std::vector<std::size_t> elements;
  if (name.empty()) return elements;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (vector_of(names_[i]) == name) elements.push_back(i);
  return elements;
}

std::vector<std::string> ParameterNames::known_names() const {
  std::vector<std::string> known = names_;
  for (const std::string& name : names_) {
    const std::string_view vector = vector_of(name);
    if (!vector.empty() && std::find(known.begin(), known.end(), vector) == known.end())
      known.emplace_back(vector);
  }
  return known;
}

}  // namespace mcmc
