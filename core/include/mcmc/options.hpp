#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcmc/option.hpp"

/// All that a component's author needs to declare options: include this, write
///
///   struct Options {
///     Target* target = nullptr;
///     double width = 1.0;
///     void declare(OptionTable& table) {
///       table.add("target", target).required().doc("The density to sample");
///       table.add("width", width).above(0).doc("Initial width of the interval");
///     }
///   };
///
/// A variable may be a double, int, std::int64_t, std::size_t, bool, std::string or
/// std::filesystem::path, a std::optional of these, a std::vector of these, a pointer to a kind of
/// component (`Target*`, `Transition*`, `Cache*`, or any interface with a `kind`), a std::vector of
/// such pointers, `NamedComponents` (a map), a `ComponentTemplate`, a struct with a `declare` of
/// its own (a group of options), a std::vector of such structs, or a Node (anything).
namespace mcmc {

/// Components by name, in the order of the file.
template <class T>
using NamedComponents = std::vector<std::pair<std::string, T*>>;

/// A component described in the pipeline but built later, any number of times, with words replaced.
template <class T>
class ComponentTemplate {
 public:
  using Instantiate = std::function<T&(const std::string& placeholder, const std::string& word)>;
  T& instantiate(const std::string& placeholder, const std::string& word) const {
    return instantiate_(placeholder, word);
  }
  /// The first target that the template names, or null.
  Component* target() const { return target_; }
  void bind(Component* target, Instantiate instantiate) {
    target_ = target;
    instantiate_ = std::move(instantiate);
  }

 private:
  Component* target_ = nullptr;
  Instantiate instantiate_;
};

/// A list without braces is read as a list of one by no option: `[a]` must be written.
struct NoOptions {
  void declare(OptionTable&) {}
};

}  // namespace mcmc

#include "mcmc/detail/option_slots.hpp"
