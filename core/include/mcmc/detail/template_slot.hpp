#pragma once

#include <memory>

#include "mcmc/detail/component_slots.hpp"

/// The slot of a component that is built several times, once for each word of a placeholder.
namespace mcmc::detail {

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

}  // namespace mcmc::detail
