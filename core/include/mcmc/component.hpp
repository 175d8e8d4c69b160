#pragma once

namespace mcmc {

/// Anything that a plugin provides and a pipeline names: the common root of densities, transitions,
/// mappings, caches and of every kind that a library adds.
///
/// A component belongs to one chain and is used by one thread at a time. The graph that built it
/// owns it; components refer to each other by plain pointers, which stay valid as long as the
/// graph.
///
/// An interface that stands for a kind says so with `static constexpr std::string_view kind`.
class Component {
 public:
  Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;
  virtual ~Component();
};

}  // namespace mcmc
