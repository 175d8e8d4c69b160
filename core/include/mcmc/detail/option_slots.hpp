#pragma once

#include <memory>

#include "mcmc/detail/component_slots.hpp"
#include "mcmc/detail/group_slots.hpp"
#include "mcmc/detail/template_slot.hpp"
#include "mcmc/detail/value_slots.hpp"

/// How `OptionTable::add` binds a variable of each type. Nothing here is for authors.
namespace mcmc::detail {

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
