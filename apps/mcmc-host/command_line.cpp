#include "command_line.hpp"

#include <fmt/format.h>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <iostream>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

CommandLine::CommandLine(Usage usage, const po::options_description& options,
                         const Arguments& arguments)
    : usage_(std::move(usage)) {
  po::options_description visible("Options");
  visible.add(options);
  visible.add_options()("help,h", "this text");
  po::options_description hidden;
  hidden.add_options()("argument", po::value(&positional_));
  po::options_description all;
  all.add(visible).add(hidden);
  po::positional_options_description positions;
  positions.add("argument", -1);
  // Abbreviated options would change their meaning when an option is added.
  constexpr int style =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    po::store(
        po::command_line_parser(arguments).options(all).positional(positions).style(style).run(),
        values_);
    helped_ = has("help");
    if (!helped_) po::notify(values_);
  } catch (const po::error& problem) {
    refuse(problem.what());
  }
  if (helped_) {
    std::cout << fmt::format("mcmc-host {} {}\n\n{}\n\n", usage_.verb, usage_.arguments,
                             usage_.summary)
              << visible;
  }
}

void CommandLine::refuse(const std::string& message) const {
  throw Error(ExitCode::usage, fmt::format("{}\nusage: mcmc-host {} {}\n       mcmc-host {} --help",
                                           message, usage_.verb, usage_.arguments, usage_.verb));
}

const std::string& CommandLine::only_argument() const {
  if (positional_.size() != 1)
    refuse(positional_.empty()
               ? fmt::format("expected {}", usage_.arguments)
               : fmt::format("expected one argument, found \"{}\" too", positional_[1]));
  return positional_.front();
}

}  // namespace mcmc::app
