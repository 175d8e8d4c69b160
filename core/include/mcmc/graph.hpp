#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/target.hpp"
#include "mcmc/transition.hpp"

namespace mcmc {

/// The components of one chain, built from a pipeline. Owns them, and destroys them in the reverse
/// of the order in which they were built. Graphs of one pipeline hold the same components in the
/// same order, so the i-th of each are counterparts.
class Graph {
 public:
  struct Part {
    std::string name;  ///< label, or the place of an inline component
    std::string kind;
    std::string type;
    Component* component;
  };

  Component& keep(std::unique_ptr<Component> component);
  /// Gives a kept component the name under which reports speak of it.
  void announce(Part part) { parts_.push_back(std::move(part)); }

  /// Takes note that another component has it as an option.
  void note_use(const Component& component) { used_.insert(&component); }

  const std::vector<Part>& parts() const { return parts_; }
  bool is_used_by_another(const Component& component) const { return used_.contains(&component); }
  /// All parts that are a T (an interface or an ability), in the order in which they were built.
  template <class T>
  std::vector<T*> all() const {
    std::vector<T*> found;
    for (const Part& part : parts_)
      if (T* as_t = dynamic_cast<T*>(part.component)) found.push_back(as_t);
    return found;
  }
  /// The part of that name which is a T, or null.
  template <class T>
  T* find(std::string_view name) const {
    for (const Part& part : parts_)
      if (part.name == name)
        if (T* as_t = dynamic_cast<T*>(part.component)) return as_t;
    return nullptr;
  }

 private:
  struct Arena {
    std::vector<std::unique_ptr<Component>> components;
    Arena() = default;
    Arena(Arena&&) = default;
    Arena& operator=(Arena&&) = default;
    ~Arena() {
      while (!components.empty()) components.pop_back();
    }
  };
  Arena arena_;
  std::vector<Part> parts_;
  std::set<const Component*> used_;
};

}  // namespace mcmc
