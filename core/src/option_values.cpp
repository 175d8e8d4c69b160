#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "mcmc/error_list.hpp"
#include "mcmc/options.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::detail {
namespace {

/// The whole text as a number in the C locale, decimal: YAML's octal 010 would surprise.
template <class T>
bool parse(const Node& node, T& value) {
  if (!node.is_scalar() || node.is_quoted()) return false;
  std::string_view text = node.text();
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

void require_range(const Node& node, const OptionSpec& spec, double value) {
  const bool low = spec.minimum_excluded ? !(value > spec.minimum) : !(value >= spec.minimum);
  const bool high = spec.maximum_excluded ? !(value < spec.maximum) : !(value <= spec.maximum);
  if (low || high) refuse(node, spec);
}

template <class T>
void read_integer(const Node& node, const OptionSpec& spec, T& value) {
  if (!parse(node, value)) refuse(node, spec);
  require_range(node, spec, static_cast<double>(value));
}

}  // namespace

void refuse(const Node& node, const OptionSpec& spec) {
  std::string hint;
  const std::vector<std::string> words =
      spec.type == ValueType::boolean ? std::vector<std::string>{"true", "false"} : spec.choices;
  if (node.is_scalar() && node.is_quoted() && spec.type == ValueType::boolean)
    hint = "; write it without quotes";
  else if (node.is_scalar())
    hint = did_you_mean(node.text(), words);
  throw Error(ExitCode::bad_pipeline, node.mark(),
              fmt::format("\"{}\": expected {}, found {}{}", spec.name, spec.expected(),
                          node.in_words(), hint));
}

void refuse_component(const Node& node, std::string_view kind) {
  throw Error(ExitCode::bad_pipeline, node.mark(),
              fmt::format("expected a {}, found {} which is another kind", kind, node.in_words()));
}

void read_scalar(const Node& node, const OptionSpec& spec, double& value) {
  if (!parse(node, value) || !std::isfinite(value)) refuse(node, spec);
  require_range(node, spec, value);
}
void read_scalar(const Node& node, const OptionSpec& spec, std::int64_t& value) {
  read_integer(node, spec, value);
}
void read_scalar(const Node& node, const OptionSpec& spec, int& value) {
  read_integer(node, spec, value);
}
void read_scalar(const Node& node, const OptionSpec& spec, std::uint64_t& value) {
  read_integer(node, spec, value);
}

void read_scalar(const Node& node, const OptionSpec& spec, bool& value) {
  const bool yes = node.is_scalar() && !node.is_quoted() && node.text() == "true";
  const bool no = node.is_scalar() && !node.is_quoted() && node.text() == "false";
  if (!yes && !no) refuse(node, spec);
  value = yes;
}

void read_scalar(const Node& node, const OptionSpec& spec, std::string& value) {
  if (!node.is_scalar()) refuse(node, spec);
  const auto& choices = spec.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), node.text()) == choices.end())
    refuse(node, spec);
  value = node.text();
}

Node write_scalar(double value) {
  return Node::scalar(fmt::format("{}", value));
}
Node write_scalar(std::int64_t value) {
  return Node::scalar(fmt::format("{}", value));
}
Node write_scalar(std::uint64_t value) {
  return Node::scalar(fmt::format("{}", value));
}
Node write_scalar(bool value) {
  return Node::scalar(value ? "true" : "false");
}
Node write_scalar(const std::string& value) {
  return Node::scalar(value);
}

const std::vector<Node>& expect_list(const Node& node, const OptionSpec& spec) {
  if (!node.is_list()) refuse(node, spec);
  return node.items();
}

const std::vector<Node::Entry>& expect_map(const Node& node, const OptionSpec& spec) {
  if (!node.is_map()) refuse(node, spec);
  return node.entries();
}

void read_group(OptionTable& table, const Node& node, const std::string& place,
                ComponentSource& source) {
  ErrorList errors;
  source.enter(place);
  errors.attempt([&] { table.read(node, source); });
  source.leave();
  errors.throw_if_any();
}

Node completed(const Node& given, const Node& written) {
  if (given.is_map() && written.is_map()) {
    Node result = written;
    for (Node::Entry& entry : result.entries())
      if (const Node* kept = given.find(entry.key)) entry.value = completed(*kept, entry.value);
    return result;
  }
  if (given.is_list() && written.is_list() && given.items().size() == written.items().size()) {
    Node result = given;
    for (std::size_t i = 0; i < given.items().size(); ++i)
      result.items()[i] = completed(given.items()[i], written.items()[i]);
    return result;
  }
  return given;
}

}  // namespace mcmc::detail
