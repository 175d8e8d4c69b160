#pragma once

#include <fmt/format.h>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::app {

/// The ways in which a verb can write its results, by name; the first is the default.
template <class Result>
class Formats {
 public:
  using Write = std::string (*)(const Result&);

  Formats(std::initializer_list<std::pair<std::string, Write>> formats) : formats_(formats) {}

  /// Adds the option `--format`.
  void declare(boost::program_options::options_description& options) const {
    namespace po = boost::program_options;
    std::string help = fmt::format("{} (default: {})", any_of(names()), formats_.front().first);
    std::erase(help, '"');
    options.add_options()("format", po::value<std::string>()->value_name("FORMAT"), help.c_str());
  }

  /// @throws Error usage for a format that is not among them
  Write chosen(const CommandLine& command_line) const {
    const std::string wanted = command_line.get_or<std::string>("format", formats_.front().first);
    for (const auto& [name, write] : formats_)
      if (name == wanted) return write;
    throw Error(ExitCode::usage, fmt::format("--format {}: expected {}{}", wanted, any_of(names()),
                                             did_you_mean(wanted, names())));
  }

 private:
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& format : formats_) names.push_back(format.first);
    return names;
  }

  std::vector<std::pair<std::string, Write>> formats_;
};

}  // namespace mcmc::app
