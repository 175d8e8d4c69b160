#pragma once

#include <map>
#include <string>
#include <vector>

namespace mcmc::testing {

/// A file of draws, as a reader sees it that forgives nothing.
struct StanCsv {
  std::map<std::string, std::string> settings;  ///< "num_samples" to "20"
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
};

/// Reads CmdStan's layout and fails the test at whatever would trip one of its readers: Stan's own,
/// cmdstanr, cmdstanpy or ArviZ. Shares no code with what writes or reads draws in the program.
StanCsv read_strictly(const std::string& text);

/// The lines that are no comments: what must be equal for draws to be the same.
std::string without_comments(const std::string& text);

}  // namespace mcmc::testing
