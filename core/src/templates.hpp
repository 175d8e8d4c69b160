#pragma once

#include <set>
#include <string>
#include <string_view>

#include "mcmc/node.hpp"

namespace mcmc {

inline constexpr std::string_view parameter_placeholder = "$parameter";

/// The section of the pipeline file in which components of a kind have labels, or nothing.
std::string_view section_of(std::string_view kind);

/// What the document says under a label, or null.
const Node* find_label(const Node& document, std::string_view kind, const std::string& label);

/// The templates of a pipeline document: nodes that say `$parameter`, or that use a label under
/// which one stands. What is below `do:` of a `for_each_parameter` keeps its placeholders for
/// itself.
class Templates {
 public:
  /// @pre the document outlives this
  explicit Templates(const Node& document);

  bool is_template(const Node& node) const;

  /// `node` with labelled templates in place of their labels.
  /// @throws Error bad_pipeline for templates that refer to each other in a circle, or that grow
  /// beyond any use
  Node expanded(const Node& node) const;

  /// `node`, already expanded, with its free placeholders replaced by a word.
  /// @throws Error bad_pipeline when it has none: every word would give the same component
  Node filled(const Node& node, std::string_view placeholder, std::string_view word) const;

  /// The value of the first `target:` found in what `node` names or describes, or null.
  const Node* target_within(const Node& node) const;

 private:
  const Node* template_under(const Node& node) const;
  bool uses_template(const Node& node) const;
  Node expand(const Node& node, int depth, std::size_t& nodes_left) const;
  const Node* target_within(const Node& node, std::set<const Node*>& visited) const;

  const Node* document_;
  std::set<const Node*> templates_;  ///< those that have a label
};

}  // namespace mcmc
