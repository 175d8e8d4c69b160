#pragma once

#include <optional>
#include <string>

namespace mcmc {

/// A place in a text, from 1.
struct TextPlace {
  int line;
  int column;
};

/// The first quote of a YAML text that is not closed in its line. YAML lets quoted text go on for
/// lines, so that a parser finds a forgotten quote far below, or takes the rest of a file for text;
/// in a pipeline it is always a mistake. Comments and block scalars are passed over.
std::optional<TextPlace> find_open_quote(const std::string& text);

}  // namespace mcmc
