#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"
#include "mcmc/node.hpp"

namespace mcmc {

enum class ValueType {
  number,
  integer,
  boolean,
  text,
  path,
  component,
  component_template,
  group,
  any
};
enum class Shape { single, list, map };

class OptionTable;

/// What is known of one option: the only declaration, from which parsing, `describe`, the
/// written-back pipeline, the reference pages and "did you mean" all come.
struct OptionSpec {
  std::string name;
  std::string doc;
  std::string unit;
  ValueType type = ValueType::any;
  Shape shape = Shape::single;
  std::string kind;          ///< of the component, for component types
  std::string default_type;  ///< of an inline component without `type:`
  bool required = false;
  Node default_value;  ///< null: none, or worked out (see `default_in_words`)
  std::string default_in_words;
  std::vector<std::string> choices;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_excluded = false;
  bool maximum_excluded = false;
  std::shared_ptr<const OptionTable> members;  ///< of a group
  bool affects_draws = true;                   ///< see `without_effect_on_draws`

  /// "a number above 0", "a list of integers", "a density": what is expected.
  std::string expected() const;
  /// "above 0", "0 to 1", or nothing.
  std::string range_in_words() const;
};

/// A component as the pipeline names it, built, and its description with all defaults filled in.
struct BuiltComponent {
  Component* component = nullptr;
  Node written;
};

/// What reading an option may need from whoever builds the pipeline.
class ComponentSource {
 public:
  virtual ~ComponentSource();
  /// The component which `node` names by label or describes inline.
  /// @param place where it stands within its owner, such as "target" or "do.2": inline components
  ///        are called by it
  virtual BuiltComponent component(std::string_view kind, const Node& node,
                                   std::string_view default_type, const std::string& place) = 0;
  /// The value of the first `target:` found in what `node` names or describes, or null.
  virtual const Node* target_within(const Node& node) = 0;
  /// The template that `node` names or describes, with labelled templates in place of their labels.
  virtual Node expanded_template(const Node& node) = 0;
  /// A template with its placeholder replaced, but for what a template within it keeps for itself.
  virtual Node filled_template(const Node& node, const std::string& placeholder,
                               const std::string& word) = 0;
  /// Between these two, places count from `place`, such as "ladder.1": options within options.
  virtual void enter(const std::string& place) = 0;
  virtual void leave() = 0;
  /// A path of the pipeline file, which counts from the file's folder.
  virtual std::filesystem::path input_path(const std::string& text) const = 0;
  /// The same path as the written-back pipeline says it.
  virtual std::string written_path(const std::filesystem::path& path) const = 0;
};

/// Where an option's value is put and read from again. Authors use `OptionTable::add`.
class OptionSlot {
 public:
  virtual ~OptionSlot();
  virtual void describe(OptionSpec& spec) const = 0;
  virtual void read(const Node& node, const OptionSpec& spec, ComponentSource& source) = 0;
  /// The present value; null when there is none.
  virtual Node write(const ComponentSource& source) const = 0;
};

/// The fluent part of a declaration: `table.add("width", width).above(0).doc("...")`.
class Option {
 public:
  explicit Option(OptionSpec& spec) : spec_(&spec) {}
  Option& doc(std::string text);
  Option& unit(std::string text);
  Option& required();
  Option& at_least(double minimum);
  Option& above(double minimum);
  Option& at_most(double maximum);
  Option& below(double maximum);
  Option& one_of(std::vector<std::string> choices);
  /// A default that is worked out while building, in words: "the last column".
  Option& default_is(std::string words);
  /// It changes cost or patience, but never a draw: a run may be resumed with another value.
  Option& without_effect_on_draws();
  /// The type of an inline component which does not say its type.
  Option& default_type(std::string type);

 private:
  OptionSpec* spec_;
};

/// The options of one component, each bound to a variable whose value at the time of `add` is the
/// default. The variables outlive the table. `mcmc/options.hpp` says which types a variable may
/// have.
class OptionTable {
 public:
  template <class T>
  Option add(const std::string& name, T& variable);

  struct Row {
    OptionSpec spec;
    std::unique_ptr<OptionSlot> slot;
  };
  const std::vector<std::unique_ptr<Row>>& rows() const { return rows_; }
  const Row* find(std::string_view name) const;

  /// Fills the variables from a map. Keys in `also_known` belong to someone else.
  /// @throws Error with file, line and column for an unknown key, a wrong type or a bad value
  void read(const Node& map, ComponentSource& source,
            const std::vector<std::string>& also_known = {});
  /// Adds the present values to a map: the options with every default filled in.
  void write(Node& map, const ComponentSource& source) const;

 private:
  Option add_row(std::string name, std::unique_ptr<OptionSlot> slot);

  std::vector<std::unique_ptr<Row>> rows_;
};

}  // namespace mcmc
