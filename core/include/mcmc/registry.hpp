#pragma once

#include <concepts>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcmc/build_context.hpp"
#include "mcmc/component.hpp"
#include "mcmc/options.hpp"
#include "mcmc/proposal.hpp"

namespace mcmc {

/// The options of a component that is about to be built, with their table.
class OptionsHolder {
 public:
  virtual ~OptionsHolder();
  OptionTable& table() { return table_; }

 private:
  OptionTable table_;
};

/// One type that a pipeline can name, and how to build it.
struct ComponentType {
  std::string kind;
  std::string type;
  std::string summary;
  std::string reference;  ///< the paper or book it comes from
  std::string plugin;
  std::string plugin_version;
  std::function<std::unique_ptr<OptionsHolder>()> make_options;
  std::function<std::unique_ptr<Component>(OptionsHolder&, BuildContext&)> create;
  /// Null where the type does not take part in `tune`.
  std::vector<Proposal> (*propose)(const TuningProblem&) = nullptr;
};

/// Collects the components of one plugin. A component class T has
/// - a kind, inherited from its interface (`Density`, `Transition`, `Mapping`, `Cache`, or one that
///   a library adds);
/// - `T::Options`, default constructible, with `void declare(OptionTable&)`;
/// - a constructor from `Options&` or from `Options&, BuildContext&`. What the constructor changes
///   in the options (a default it worked out) stands in the written-back pipeline;
/// - where it takes part in `tune`, what `ProposesItself` says.
class Registration {
 public:
  Registration(std::string plugin, std::string version)
      : plugin_(std::move(plugin)), version_(std::move(version)) {}

  template <class T>
  void add(std::string type, std::string summary, std::string reference = {}) {
    using Options = typename T::Options;
    struct Holder final : OptionsHolder {
      Holder() { options.declare(table()); }
      Options options;
    };
    ComponentType component;
    component.kind = T::kind;
    component.type = std::move(type);
    component.summary = std::move(summary);
    component.reference = std::move(reference);
    component.plugin = plugin_;
    component.plugin_version = version_;
    component.make_options = [] { return std::make_unique<Holder>(); };
    component.create = [](OptionsHolder& holder,
                          BuildContext& context) -> std::unique_ptr<Component> {
      Options& options = static_cast<Holder&>(holder).options;
      if constexpr (std::constructible_from<T, Options&, BuildContext&>)
        return std::make_unique<T>(options, context);
      else
        return std::make_unique<T>(options);
    };
    if constexpr (ProposesItself<T>) component.propose = &T::propose;
    components_.push_back(std::move(component));
  }

  std::vector<ComponentType>& components() { return components_; }

 private:
  std::string plugin_;
  std::string version_;
  std::vector<ComponentType> components_;
};

/// A plugin library that was found, and what became of it.
struct PluginLibrary {
  std::string path;
  std::string name;  ///< empty when it could not be told
  std::string version;
  std::string refusal;  ///< why it was not taken; empty for a good one
};

/// All component types by kind and name. Kinds are open: a plugin adds one by registering it.
/// Keeps loaded libraries alive, so it must outlive everything built from it.
class Registry {
 public:
  Registry();
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Takes all components or none. @throws Error if a kind and type are taken already
  void add(Registration&& registration);
  /// Loads every library of a folder, in the order of their names; a bad one is noted in
  /// `libraries()` and does no harm. @throws Error if the folder was `must_exist` and does not
  void load_folder(const std::string& folder, bool must_exist);

  const ComponentType* find(std::string_view kind, std::string_view type) const;
  const std::deque<ComponentType>& types() const { return types_; }
  std::vector<std::string> type_names(std::string_view kind) const;
  std::vector<std::string> kinds() const;
  const std::vector<PluginLibrary>& libraries() const { return libraries_; }
  const std::vector<std::string>& searched_folders() const { return searched_folders_; }

 private:
  struct Loaded;
  void load_library(const std::string& path);

  std::unique_ptr<Loaded> loaded_;  // first member: libraries go last
  std::deque<ComponentType> types_;
  std::vector<PluginLibrary> libraries_;
  std::vector<std::string> searched_folders_;
};

/// What all types of a kind propose for a problem, in the order in which they were registered.
std::vector<Proposal> proposals(const Registry& registry, std::string_view kind,
                                const TuningProblem& problem);

/// Adds what the core itself offers: `sequence`, `for_each_parameter`, `repeat`, `mixture`, `none`.
void add_core_components(Registry& registry);

}  // namespace mcmc
