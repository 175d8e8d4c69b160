#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcmc/build_context.hpp"
#include "mcmc/graph.hpp"
#include "mcmc/node.hpp"
#include "mcmc/registry.hpp"
#include "templates.hpp"

namespace mcmc {

/// Builds one chain's components from a pipeline document: finds types in the registry, reads their
/// options, follows labels, and refuses cycles.
class GraphBuilder final : public ComponentSource {
 public:
  /// @param input_folder that paths of the document count from
  /// @param written_folder that paths of the written-back document count from
  GraphBuilder(const Node& document, const Registry& registry, SharedResources& shared,
               std::filesystem::path input_folder, std::filesystem::path written_folder);
  ~GraphBuilder() override;

  /// Builds whatever has a label, used or not, and returns the section with all defaults filled in.
  Node build_section(const std::string& section, std::string_view kind);
  /// The component that the whole document describes. `common` are the options of its user.
  Component& build_whole(std::string_view kind, OptionTable& common);
  Graph take_graph() { return std::move(graph_); }

  BuiltComponent component(std::string_view kind, const Node& node, std::string_view default_type,
                           const std::string& place) override;
  const Node* target_within(const Node& node) override { return templates_.target_within(node); }
  Node expanded_template(const Node& node) override { return templates_.expanded(node); }
  Node filled_template(const Node& node, const std::string& placeholder,
                       const std::string& word) override {
    return templates_.filled(node, placeholder, word);
  }
  void enter(const std::string& place) override { owners_.push_back({name_of(place), false}); }
  void leave() override { owners_.pop_back(); }
  std::filesystem::path input_path(const std::string& text) const override;
  std::string written_path(const std::filesystem::path& path) const override;

 private:
  BuiltComponent named_or_described(std::string_view kind, const Node& node,
                                    std::string_view default_type, const std::string& place);
  Node build_entry(std::string_view kind, const Node::Entry& entry);
  const Node& described(std::string_view kind, const std::string& label,
                        const Node& reference) const;
  BuiltComponent labelled(std::string_view kind, const std::string& label, const Node& reference);
  BuiltComponent build(std::string_view kind, const Node& node, std::string_view default_type,
                       const std::string& name);
  const ComponentType& type_of(std::string_view kind, const Node& node,
                               std::string_view default_type) const;
  BuiltComponent build_density(const ComponentType& type, const Node& node,
                               const std::string& name);
  BuiltComponent build_mapping(const ComponentType& type, const Node& node,
                               const std::string& name);
  /// The component itself, kept and announced; `common` are the options that its kind adds.
  BuiltComponent build_plain(const ComponentType& type, const Node& node, const std::string& name,
                             OptionTable& common);
  std::unique_ptr<Component> create(const ComponentType& type, OptionsHolder& options,
                                    const Node& node, const std::string& name);
  template <class T>
  T& keep(std::unique_ptr<T> component, const std::string& name, std::string kind,
          const std::string& type);
  std::string name_of(const std::string& place) const;

  const Node* document_;
  Templates templates_;
  const Registry* registry_;
  SharedResources* shared_;
  std::filesystem::path input_folder_;
  std::filesystem::path written_folder_;
  Graph graph_;
  std::map<std::pair<std::string, std::string>, BuiltComponent> by_label_;
  std::set<std::pair<std::string, std::string>> failed_labels_;
  std::vector<std::string> labels_in_progress_;
  /// A component that is being built, or a group of options within it or within `sample:`.
  struct Owner {
    std::string name;
    bool is_component;
  };
  bool is_within_a_component() const;

  std::vector<Owner> owners_;  ///< outermost first
};

}  // namespace mcmc
