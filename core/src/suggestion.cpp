#include "mcmc/suggestion.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

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

/// Letters that are wrong; among equals, how much of the beginning is not the same.
using Distance = std::pair<std::size_t, std::size_t>;

Distance distance_between(std::string_view word, std::string_view candidate) {
  // "exact" stands for "gp.exact" whatever the number of letters between them.
  const bool is_last_part = candidate.size() > word.size() + 1 && candidate.ends_with(word) &&
                            candidate[candidate.size() - word.size() - 1] == '.';
  const auto [end, ignored] =
      std::mismatch(word.begin(), word.end(), candidate.begin(), candidate.end());
  return {is_last_part ? 1 : edit_distance(word, candidate),
          word.size() - static_cast<std::size_t>(end - word.begin())};
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t longest_word = 64, short_word = 3;
  if (word.size() > longest_word) return {};
  const std::size_t allowed =
      std::max<std::size_t>(word.size() > short_word ? 2 : 1, word.size() / 3);
  const std::string* best = nullptr;
  Distance smallest{allowed + 1, 0};
  for (const std::string& candidate : known) {
    const Distance distance = distance_between(word, candidate);
    if (distance < smallest) {
      smallest = distance;
      best = &candidate;
    }
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::optional<std::string> meant = nearest(word, known);
  return meant ? "; did you mean \"" + *meant + "\"?" : std::string();
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
