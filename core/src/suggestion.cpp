#include "mcmc/suggestion.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace mcmc {
namespace {

/// The number of letters to insert, delete, change or swap (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t longest_word = 64;
  if (word.size() > longest_word) return {};
  const std::string* nearest = nullptr;
  std::size_t nearest_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    // "exact" stands for "gp.exact" whatever the number of letters between them.
    const bool is_last_part = candidate.size() > word.size() + 1 && candidate.ends_with(word) &&
                              candidate[candidate.size() - word.size() - 1] == '.';
    const std::size_t distance = is_last_part ? 1 : edit_distance(word, candidate);
    if (distance < nearest_distance) {
      nearest_distance = distance;
      nearest = &candidate;
    }
  }
  return nearest ? " (did you mean \"" + *nearest + "\"?)" : std::string();
}

std::string any_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += '"' + words[i] + '"';
  }
  return text;
}

}  // namespace mcmc
