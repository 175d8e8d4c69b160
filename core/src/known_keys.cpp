#include "known_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mcmc/suggestion.hpp"

namespace mcmc {

std::set<std::string> note_unknown_keys(const Node& map, std::vector<std::string> known,
                                        ErrorList& errors) {
  std::sort(known.begin(), known.end());
  std::set<std::string> meant;
  for (const Node::Entry& entry : map.entries()) {
    if (std::binary_search(known.begin(), known.end(), entry.key)) continue;
    errors.add({ExitCode::bad_pipeline, entry.key_mark,
                fmt::format("unknown key \"{}\"; expected {}{}", entry.key, any_of(known),
                            did_you_mean(entry.key, known))});
    if (const auto key = nearest(entry.key, known)) meant.insert(*key);
  }
  return meant;
}

}  // namespace mcmc
