#include "answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <sstream>

#include "mcmc/table.hpp"

namespace mcmc::program {
namespace {

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::string greeting(const std::vector<std::string>& parameters) {
  return fmt::format("density 1 {}", fmt::join(parameters, " "));
}

bool is_greeting(std::string_view line, const std::vector<std::string>& parameters) {
  return words_of(line) == words_of(greeting(parameters));
}

std::optional<Answer> parse_answer(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  if (words.empty()) return std::nullopt;
  if (words.front() == "fail") {
    const std::size_t end_of_fail = line.find("fail") + 4;
    std::string reason(line.substr(end_of_fail));
    reason.erase(0, reason.find_first_not_of(" \t\r"));
    reason.erase(reason.find_last_not_of(" \t\r") + 1);
    return Answer{0, true, reason};
  }
  if (words.size() > 1) return std::nullopt;
  // R writes NA for what is not known.
  if (words.front() == "NA") return Answer{std::numeric_limits<double>::quiet_NaN(), false, {}};
  const std::optional<double> number = parse_number(words.front());
  if (!number) return std::nullopt;
  return Answer{*number, false, {}};
}

}  // namespace mcmc::program
