#include "mcmc/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "known_keys.hpp"
#include "mcmc/error_list.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc {
namespace {

/// Stands in while defaults are written down: no default names a component or a file.
class NoSource final : public ComponentSource {
 public:
  BuiltComponent component(std::string_view, const Node&, std::string_view,
                           const std::string&) override {
    return {};
  }
  const Node* target_within(const Node&) override { return nullptr; }
  Node expanded_template(const Node& node) override { return node; }
  Node filled_template(const Node& node, const std::string&, const std::string&) override {
    return node;
  }
  void enter(const std::string&) override {}
  void leave() override {}
  std::filesystem::path input_path(const std::string& text) const override { return text; }
  std::string written_path(const std::filesystem::path& path) const override {
    return path.string();
  }
};

std::string type_in_words(const OptionSpec& spec, bool plural) {
  const char* s = plural ? "s" : "";
  switch (spec.type) {
    case ValueType::number:
      return fmt::format("number{}", s);
    case ValueType::integer:
      return fmt::format("integer{}", s);
    case ValueType::boolean:
      return plural ? "true or false values" : "true or false";
    case ValueType::text:
      return plural ? "texts" : "text";
    case ValueType::path:
      return fmt::format("path{} of {}", s, plural ? "files" : "a file");
    case ValueType::component:
      return fmt::format("{} component{} (a label or a map)", spec.kind, s);
    case ValueType::component_template:
      return fmt::format("{} template{} (a label or a map with $parameter)", spec.kind, s);
    case ValueType::group:
      return fmt::format("map{} of options", s);
    case ValueType::any:
      break;
  }
  return "value";
}

Error missing(const Node& map, const OptionSpec& spec) {
  return {ExitCode::bad_pipeline, map.mark(),
          fmt::format("\"{}\" is missing here; expected {}{}", spec.name, spec.expected(),
                      spec.doc.empty() ? "" : " (" + spec.doc + ")")};
}

void read_given(const Node& value, const OptionTable::Row& row, ComponentSource& source) {
  if (value.is_null())
    throw Error(
        ExitCode::bad_pipeline, value.mark(),
        fmt::format("\"{}\" has no value; expected {}", row.spec.name, row.spec.expected()));
  row.slot->read(value, row.spec, source);
}

}  // namespace

ComponentSource::~ComponentSource() = default;
OptionSlot::~OptionSlot() = default;

std::string OptionSpec::range_in_words() const {
  const bool from = minimum > -std::numeric_limits<double>::infinity();
  const bool to = maximum < std::numeric_limits<double>::infinity();
  std::string low = fmt::format("{} {}", minimum_excluded ? "above" : "at least", minimum);
  std::string high = fmt::format("{} {}", maximum_excluded ? "below" : "at most", maximum);
  if (from && to) return low + " and " + high;
  if (from) return low;
  return to ? high : std::string();
}

std::string OptionSpec::expected() const {
  std::string text;
  if (!choices.empty()) {
    text = any_of(choices);
  } else if (shape == Shape::single) {
    text = type_in_words(*this, false);
    const bool needs_article = type != ValueType::boolean && type != ValueType::text;
    const bool vowel = text.find_first_of("aeiou") == 0;
    if (needs_article) text = (vowel ? "an " : "a ") + text;
  } else {
    text = fmt::format("a {} of {}", shape == Shape::list ? "list" : "map",
                       type_in_words(*this, true));
  }
  const std::string range = range_in_words();
  return range.empty() ? text : text + " " + range;
}

Option& Option::doc(std::string text) {
  spec_->doc = std::move(text);
  return *this;
}
Option& Option::unit(std::string text) {
  spec_->unit = std::move(text);
  return *this;
}
Option& Option::required() {
  spec_->required = true;
  spec_->default_value = {};
  return *this;
}
Option& Option::at_least(double minimum) {
  spec_->minimum = minimum;
  return *this;
}
Option& Option::above(double minimum) {
  spec_->minimum_excluded = true;
  return at_least(minimum);
}
Option& Option::at_most(double maximum) {
  spec_->maximum = maximum;
  return *this;
}
Option& Option::below(double maximum) {
  spec_->maximum_excluded = true;
  return at_most(maximum);
}
Option& Option::one_of(std::vector<std::string> choices) {
  spec_->choices = std::move(choices);
  return *this;
}
Option& Option::default_is(std::string words) {
  spec_->default_in_words = std::move(words);
  return *this;
}
Option& Option::without_effect_on_draws() {
  spec_->affects_draws = false;
  return *this;
}
Option& Option::default_type(std::string type) {
  spec_->default_type = std::move(type);
  return *this;
}

Option OptionTable::add_row(std::string name, std::unique_ptr<OptionSlot> slot) {
  auto row = std::make_unique<Row>();
  row->spec.name = std::move(name);
  row->slot = std::move(slot);
  row->slot->describe(row->spec);
  row->spec.default_value = row->slot->write(NoSource());
  rows_.push_back(std::move(row));
  return Option(rows_.back()->spec);
}

const OptionTable::Row* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const auto& row) { return row->spec.name == name; });
  return found == rows_.end() ? nullptr : found->get();
}

void OptionTable::read(const Node& map, ComponentSource& source,
                       const std::vector<std::string>& also_known) {
  std::vector<std::string> known;
  for (const auto& row : rows_) known.push_back(row->spec.name);
  known.insert(known.end(), also_known.begin(), also_known.end());
  ErrorList errors, unknown;
  const std::set<std::string> misspelt = note_unknown_keys(map, known, unknown);
  const bool is_something_else =
      misspelt.empty() &&
      std::all_of(map.entries().begin(), map.entries().end(), [&](const Node::Entry& entry) {
        return std::find(known.begin(), known.end(), entry.key) == known.end();
      });
  for (const auto& row : rows_) {
    const OptionSpec& spec = row->spec;
    const Node* value = map.find(spec.name);
    if (value != nullptr)
      errors.attempt([&] { read_given(*value, *row, source); });
    else if (spec.required && !misspelt.contains(spec.name))
      errors.add(missing(map, spec));
  }
  // Where a map has nothing of what is meant, what is missing says enough.
  if (errors.empty() || !is_something_else) errors.attempt([&] { unknown.throw_if_any(); });
  errors.throw_if_any();
}

void OptionTable::write(Node& map, const ComponentSource& source) const {
  if (map.is_null()) map = Node::map();
  for (const auto& row : rows_) {
    Node value = row->slot->write(source);
    const bool nothing = value.is_null() || (value.is_map() && value.entries().empty());
    if (!nothing) map.set(row->spec.name, std::move(value));
  }
}

}  // namespace mcmc
