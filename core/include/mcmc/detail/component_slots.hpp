#pragma once

#include <memory>

#include "mcmc/detail/refusals.hpp"

/// Slots of components: one, a list, a map by name.
namespace mcmc::detail {

template <class T>
concept Interface = requires {
  std::string_view(T::kind);
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
    ErrorList errors;
    std::size_t position = 0;
    for (const Node& item : expect_list(node, spec)) {
      const std::string place = spec.name + "." + std::to_string(++position);
      errors.attempt([&] {
        BuiltComponent built = source.component(T::kind, item, spec.default_type, place);
        variable_->push_back(&as<T>(built, item));
        written_.items().push_back(std::move(built.written));
      });
    }
    errors.throw_if_any();
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
    ErrorList errors;
    for (const Node::Entry& entry : expect_map(node, spec)) {
      errors.attempt([&] {
        BuiltComponent built =
            source.component(T::kind, entry.value, spec.default_type, spec.name + "." + entry.key);
        variable_->emplace_back(entry.key, &as<T>(built, entry.value));
        written_.set(entry.key, std::move(built.written));
      });
    }
    errors.throw_if_any();
  }
  Node write(const ComponentSource&) const override { return written_; }

 private:
  NamedComponents<T>* variable_;
  Node written_;
};

}  // namespace mcmc::detail
