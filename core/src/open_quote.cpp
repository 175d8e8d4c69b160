#include "open_quote.hpp"

#include <sstream>
#include <string_view>

namespace mcmc {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

/// The position after the quote that closes the one at `begin`, or `nowhere`.
std::size_t end_of_quoted(std::string_view line, std::size_t begin) {
  const char quote = line[begin];
  for (std::size_t i = begin + 1; i < line.size(); ++i) {
    if (quote == '"' && line[i] == '\\') {
      ++i;
    } else if (line[i] == quote) {
      const bool is_doubled = quote == '\'' && i + 1 < line.size() && line[i + 1] == quote;
      if (!is_doubled) return i + 1;
      ++i;
    }
  }
  return nowhere;
}

/// Whether a quote after this text begins a value: inside of plain text it is a letter like others.
bool may_begin_value(std::string_view before) {
  const std::size_t last = before.find_last_not_of(' ');
  if (last == nowhere) return true;
  const bool is_apart = last + 1 < before.size();
  const char c = before[last];
  return c == '[' || c == '{' || c == ',' || (is_apart && (c == ':' || c == '-'));
}

/// The position of an open quote in a line, or `nowhere`; without its comment, the line ends at
/// `end`.
std::size_t open_quote_in(std::string_view line, std::size_t& end) {
  end = line.size();
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      end = i;
      return nowhere;
    }
    const bool is_quote = line[i] == '"' || line[i] == '\'';
    if (is_quote && may_begin_value(line.substr(0, i))) {
      const std::size_t after = end_of_quoted(line, i);
      if (after == nowhere) return i;
      i = after;
    } else {
      ++i;
    }
  }
  return nowhere;
}

/// Whether a block scalar follows: the line ends with "|", ">", "|-" and so on.
bool begins_block(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r+-0123456789");
  if (last == nowhere || (line[last] != '|' && line[last] != '>')) return false;
  return last == 0 || line[last - 1] == ' ';
}

}  // namespace

std::optional<TextPlace> find_open_quote(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::size_t block_indentation = nowhere;  // of the key whose block scalar this is
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::size_t indentation = line.find_first_not_of(' ');
    if (block_indentation != nowhere) {
      if (indentation == nowhere || indentation > block_indentation) continue;
      block_indentation = nowhere;
    }
    std::size_t end = 0;
    const std::size_t open = open_quote_in(line, end);
    if (open != nowhere) return TextPlace{number, static_cast<int>(open) + 1};
    if (begins_block(std::string_view(line).substr(0, end))) block_indentation = indentation;
  }
  return std::nullopt;
}

}  // namespace mcmc
