#include "command_line.hpp"

#include <fmt/format.h>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <typeinfo>
#include <utility>

#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

bool is_whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end;
}

/// The first option that takes a whole number and has something else; null when all are right.
/// Boost would wrap -1 around.
const po::option* find_wrong_number(const po::parsed_options& parsed,
                                    const po::options_description& known) {
  for (const po::option& option : parsed.options) {
    const po::option_description* description = known.find_nothrow(option.string_key, false);
    if (description == nullptr || option.value.empty()) continue;
    const auto* value = dynamic_cast<const po::typed_value_base*>(description->semantic().get());
    if (value != nullptr && value->value_type() == typeid(std::uint64_t) &&
        !is_whole_number(option.value.front()))
      return &option;
  }
  return nullptr;
}

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

}  // namespace

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
    const po::parsed_options parsed =
        po::command_line_parser(arguments).options(all).positional(positions).style(style).run();
    if (const po::option* wrong = find_wrong_number(parsed, all))
      refuse(
          fmt::format("--{} {}: expected a whole number", wrong->string_key, wrong->value.front()));
    po::store(parsed, values_);
    helped_ = has("help");
    if (!helped_) po::notify(values_);
  } catch (const po::unknown_option& problem) {
    const std::string name = problem.get_option_name();
    refuse(fmt::format("there is no option {}{}", name, did_you_mean(name, long_names(visible))));
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

const std::vector<std::string>& CommandLine::exactly(std::size_t count) const {
  if (positional_.size() < count) refuse(fmt::format("expected {}", usage_.arguments));
  if (positional_.size() > count)
    refuse(fmt::format("expected {}, found \"{}\" too",
                       count == 1 ? "one argument" : fmt::format("{} arguments", count),
                       positional_[count]));
  return positional_;
}

}  // namespace mcmc::app
