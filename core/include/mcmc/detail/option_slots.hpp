#pragma once

#include <concepts>
#include <memory>

#include "mcmc/options.hpp"

/// How `OptionTable::add` binds a variable of each type. Nothing here is for authors.
namespace mcmc::detail {

void read_scalar(const Node& node, const OptionSpec& spec, double& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::int64_t& value);
void read_scalar(const Node& node, const OptionSpec& spec, int& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::uint64_t& value);
void read_scalar(const Node& node, const OptionSpec& spec, bool& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::string& value);
Node write_scalar(double value);
Node write_scalar(std::int64_t value);
Node write_scalar(std::uint64_t value);
Node write_scalar(bool value);
Node write_scalar(const std::string& value);
inline Node write_scalar(int value) {
  return write_scalar(std::int64_t{value});
}

/// @throws Error that says where and what was expected
[[noreturn]] void refuse(const Node& node, const OptionSpec& spec);
[[noreturn]] void refuse_component(const Node& node, std::string_view kind);
const std::vector<Node>& expect_list(const Node& node, const OptionSpec& spec);
const std::vector<Node::Entry>& expect_map(const Node& node, const OptionSpec& spec);

template <class T>
concept Group = requires(T group, OptionTable& table) {
  group.declare(table);
};
template <class T>
concept Interface = requires {
  std::string_view(T::kind);
};
template <class T>
concept Number = std::same_as<T, double>;
template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

template <class T>
constexpr ValueType value_type() {
  if constexpr (Number<T>)
    return ValueType::number;
  else if constexpr (Integer<T>)
    return ValueType::integer;
  else if constexpr (std::same_as<T, bool>)
    return ValueType::boolean;
  else if constexpr (std::same_as<T, std::filesystem::path>)
    return ValueType::path;
  else
    return ValueType::text;
}

template <class T>
void read_value(const Node& node, const OptionSpec& spec, ComponentSource& source, T& value) {
  if constexpr (std::same_as<T, std::filesystem::path>) {
    std::string text;
    read_scalar(node, spec, text);
    value = source.input_path(text);
  } else {
    read_scalar(node, spec, value);
  }
}

template <class T>
Node write_value(const ComponentSource& source, const T& value) {
  if constexpr (std::same_as<T, std::filesystem::path>) {
    return value.empty() ? Node() : write_scalar(source.written_path(value));
  } else {
    return write_scalar(value);
  }
}

/// A variable with one value, one that may be absent, or a list of values.
template <class T>
class ValueSlot final : public OptionSlot {
 public:
  explicit ValueSlot(T& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = value_type<T>(); }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    read_value(node, spec, source, *variable_);
  }
  Node write(const ComponentSource& source) const override {
    return write_value(source, *variable_);
  }

 private:
  T* variable_;
};

template <class T>
class ValueSlot<std::optional<T>> final : public OptionSlot {
 public:
  explicit ValueSlot(std::optional<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = value_type<T>(); }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    read_value(node, spec, source, variable_->emplace());
  }
  Node write(const ComponentSource& source) const override {
    return *variable_ ? write_value(source, **variable_) : Node();
  }

 private:
  std::optional<T>* variable_;
};

template <class T>
class ValueSlot<std::vector<T>> final : public OptionSlot {
 public:
  explicit ValueSlot(std::vector<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = value_type<T>();
    spec.shape = Shape::list;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    variable_->clear();
    for (const Node& item : expect_list(node, spec)) {
      T value{};
      read_value(item, spec, source, value);
      variable_->push_back(std::move(value));
    }
  }
  Node write(const ComponentSource& source) const override {
    if (variable_->empty()) return {};
    Node list = Node::list();
    for (const T& value : *variable_) list.items().push_back(write_value(source, value));
    return list;
  }

 private:
  std::vector<T>* variable_;
};

template <>
class ValueSlot<Node> final : public OptionSlot {
 public:
  explicit ValueSlot(Node& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = ValueType::any; }
  void read(const Node& node, const OptionSpec&, ComponentSource&) override { *variable_ = node; }
  Node write(const ComponentSource&) const override { return *variable_; }

 private:
  Node* variable_;
};

template <Interface T>
T& as(const BuiltComponent& built, const Node& node) {
  T* component = dynamic_cast<T*>(built.component);
  if (component == nullptr) refuse_component(node, T::kind);
  return *component;
}

template <Interface T>
class ComponentSlot final : public OptionSlot {
 public:
  explicit ComponentSlot(T*& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::component;
    spec.kind = T::kind;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    BuiltComponent built = source.component(T::kind, node, spec.default_type, spec.name);
    *variable_ = &as<T>(built, node);
    written_ = std::move(built.written);
  }
  Node write(const ComponentSource&) const override { return written_; }

 private:
  T** variable_;
  Node written_;
};

template <Interface T>
class ComponentListSlot final : public OptionSlot {
 public:
  explicit ComponentListSlot(std::vector<T*>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::component;
    spec.shape = Shape::list;
    spec.kind = T::kind;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    variable_->clear();
    written_ = Node::list();
    for (const Node& item : expect_list(node, spec)) {
      const std::string place = spec.name + "." + std::to_string(variable_->size() + 1);
      BuiltComponent built = source.component(T::kind, item, spec.default_type, place);
      variable_->push_back(&as<T>(built, item));
      written_.items().push_back(std::move(built.written));
    }
  }
  Node write(const ComponentSource&) const override { return written_; }

 private:
  std::vector<T*>* variable_;
  Node written_;
};

template <Interface T>
class ComponentMapSlot final : public OptionSlot {
 public:
  explicit ComponentMapSlot(NamedComponents<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::component;
    spec.shape = Shape::map;
    spec.kind = T::kind;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    variable_->clear();
    written_ = Node::map();
    for (const Node::Entry& entry : expect_map(node, spec)) {
      BuiltComponent built =
          source.component(T::kind, entry.value, spec.default_type, spec.name + "." + entry.key);
      variable_->emplace_back(entry.key, &as<T>(built, entry.value));
      written_.set(entry.key, std::move(built.written));
    }
  }
  Node write(const ComponentSource&) const override { return written_; }

 private:
  NamedComponents<T>* variable_;
  Node written_;
};

/// `given` with what `written` has besides: a template keeps its placeholders and gains defaults.
Node completed(const Node& given, const Node& written);

template <Interface T>
class TemplateSlot final : public OptionSlot {
 public:
  explicit TemplateSlot(ComponentTemplate<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::component_template;
    spec.kind = T::kind;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    given_ = source.expanded_template(node);
    const Node* target = source.target_within(given_);
    Component* built =
        target ? source.component("density", *target, "", spec.name + ".target").component
               : nullptr;
    variable_->bind(
        built,
        [this, &spec, &source](const std::string& placeholder, const std::string& word) -> T& {
          const Node filled = source.filled_template(given_, placeholder, word);
          BuiltComponent instance = source.component(T::kind, filled, spec.default_type, word);
          written_ = completed(given_, instance.written);
          return as<T>(instance, given_);
        });
  }
  Node write(const ComponentSource&) const override {
    return written_.is_null() ? given_ : written_;
  }

 private:
  ComponentTemplate<T>* variable_;
  Node given_;
  Node written_;
};

template <Group T>
class GroupSlot final : public OptionSlot {
 public:
  explicit GroupSlot(T& variable) : table_(std::make_shared<OptionTable>()) {
    variable.declare(*table_);
  }
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::group;
    spec.members = table_;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    expect_map(node, spec);
    table_->read(node, source);
  }
  Node write(const ComponentSource& source) const override {
    Node map = Node::map();
    table_->write(map, source);
    return map;
  }

 private:
  std::shared_ptr<OptionTable> table_;
};

template <Group T>
class GroupListSlot final : public OptionSlot {
 public:
  explicit GroupListSlot(std::vector<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    // The example only shows names and defaults; its table must not outlive it, so both are kept.
    struct Example {
      T group;
      OptionTable table;
    };
    auto example = std::make_shared<Example>();
    example->group.declare(example->table);
    spec.type = ValueType::group;
    spec.shape = Shape::list;
    spec.members = std::shared_ptr<const OptionTable>(example, &example->table);
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    const std::vector<Node>& items = expect_list(node, spec);
    variable_->assign(items.size(), T{});
    tables_.clear();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].is_map()) refuse(items[i], spec);
      (*variable_)[i].declare(tables_.emplace_back());
      tables_.back().read(items[i], source);
    }
  }
  Node write(const ComponentSource& source) const override {
    if (tables_.empty()) return {};
    Node list = Node::list();
    for (const OptionTable& table : tables_) table.write(list.items().emplace_back(), source);
    return list;
  }

 private:
  std::vector<T>* variable_;
  std::vector<OptionTable> tables_;
};

template <class T>
std::unique_ptr<OptionSlot> bind(T& variable) {
  if constexpr (Group<T>)
    return std::make_unique<GroupSlot<T>>(variable);
  else
    return std::make_unique<ValueSlot<T>>(variable);
}
template <Interface T>
std::unique_ptr<OptionSlot> bind(T*& variable) {
  return std::make_unique<ComponentSlot<T>>(variable);
}
template <Interface T>
std::unique_ptr<OptionSlot> bind(std::vector<T*>& variable) {
  return std::make_unique<ComponentListSlot<T>>(variable);
}
template <Interface T>
std::unique_ptr<OptionSlot> bind(NamedComponents<T>& variable) {
  return std::make_unique<ComponentMapSlot<T>>(variable);
}
template <Interface T>
std::unique_ptr<OptionSlot> bind(ComponentTemplate<T>& variable) {
  return std::make_unique<TemplateSlot<T>>(variable);
}
template <Group T>
std::unique_ptr<OptionSlot> bind(std::vector<T>& variable) {
  return std::make_unique<GroupListSlot<T>>(variable);
}

}  // namespace mcmc::detail

namespace mcmc {

template <class T>
Option OptionTable::add(const std::string& name, T& variable) {
  return add_row(name, detail::bind(variable));
}

}  // namespace mcmc
