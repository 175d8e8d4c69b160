#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The words of the protocol: what a program writes.
namespace mcmc::program {

/// The program's first line: the protocol's version and the parameters in the order of its input,
/// "density 1 mu log_sigma".
std::string greeting(const std::vector<std::string>& parameters);
/// Whether a line is that, however its words are spaced.
bool is_greeting(std::string_view line, const std::vector<std::string>& parameters);

/// What a program says of a point: its log density, or that there was a failure.
struct Answer {
  double log_density = 0;
  bool failed = false;
  std::string reason;  ///< of a failure
};

/// Nothing for a line that is no answer.
std::optional<Answer> parse_answer(std::string_view line);

}  // namespace mcmc::program
