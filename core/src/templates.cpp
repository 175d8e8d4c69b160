#include "templates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc {
namespace {

constexpr int deepest = 128;
constexpr std::size_t most_nodes = 100'000;

[[noreturn]] void refuse(const Node& node, const std::string& message) {
  throw Error(ExitCode::bad_pipeline, node.mark(), message);
}

bool is_for_each(const Node& node) {
  const Node* type = node.find("type");
  return type != nullptr && type->is_scalar() && type->text() == "for_each_parameter";
}

bool keeps_its_placeholders(const Node& owner, const std::string& key) {
  // Whatever is no option, such as a misspelt "do", is refused when the transition is built.
  return key != "parameters" && is_for_each(owner);
}

/// Not the name of a type, nor what an inner `for_each_parameter` makes.
bool may_hold_labels(const Node& owner, const std::string& key) {
  return key != "type" && !keeps_its_placeholders(owner, key);
}

/// Whether the placeholder occurs outside any template within.
bool has_free_placeholder(const Node& node) {
  if (node.is_scalar()) return node.text().find(parameter_placeholder) != std::string::npos;
  return std::any_of(node.items().begin(), node.items().end(), has_free_placeholder) ||
         std::any_of(node.entries().begin(), node.entries().end(), [&](const Node::Entry& entry) {
           return !keeps_its_placeholders(node, entry.key) && has_free_placeholder(entry.value);
         });
}

const Node* misspelt_placeholder(const Node& node, std::string_view placeholder) {
  if (node.is_scalar()) return nearest(node.text(), {std::string(placeholder)}) ? &node : nullptr;
  for (const Node& item : node.items())
    if (const Node* found = misspelt_placeholder(item, placeholder)) return found;
  for (const Node::Entry& entry : node.entries())
    if (const Node* found = misspelt_placeholder(entry.value, placeholder)) return found;
  return nullptr;
}

Node scalar_with(const Node& scalar, std::string_view placeholder, std::string_view word) {
  std::string text = scalar.text();
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;
       at += word.size())
    text.replace(at, placeholder.size(), word);
  Node filled = Node::scalar(std::move(text), scalar.mark());
  filled.set_quoted(scalar.is_quoted());
  return filled;
}

Node with_placeholder_filled(const Node& node, std::string_view placeholder,
                             std::string_view word) {
  if (node.is_scalar()) return scalar_with(node, placeholder, word);
  Node copy = node;
  for (Node& item : copy.items()) item = with_placeholder_filled(item, placeholder, word);
  for (Node::Entry& entry : copy.entries())
    if (!keeps_its_placeholders(node, entry.key))
      entry.value = with_placeholder_filled(entry.value, placeholder, word);
  return copy;
}

}  // namespace

std::string_view section_of(std::string_view kind) {
  if (kind == "density") return "densities";
  if (kind == "transition" || kind == "mapping") return "transitions";
  return {};
}

const Node* find_label(const Node& document, std::string_view kind, const std::string& label) {
  const Node* labels = document.find(section_of(kind));
  return labels ? labels->find(label) : nullptr;
}

Templates::Templates(const Node& document) : document_(&document) {
  std::vector<const Node*> others;
  for (std::string_view kind : {"density", "transition"})
    if (const Node* section = document.find(section_of(kind)); section && section->is_map())
      for (const Node::Entry& entry : section->entries())
        if (entry.value.is_map()) others.push_back(&entry.value);
  // A template may use another that stands below it, so this goes on until nothing is new.
  std::size_t known = 0;
  do {
    known = templates_.size();
    std::erase_if(others, [&](const Node* node) {
      return is_template(*node) && templates_.insert(node).second;
    });
  } while (templates_.size() > known);
}

bool Templates::is_template(const Node& node) const {
  return has_free_placeholder(node) || uses_template(node);
}

bool Templates::uses_template(const Node& node) const {
  if (template_under(node) != nullptr) return true;
  return std::any_of(node.items().begin(), node.items().end(),
                     [&](const Node& item) { return uses_template(item); }) ||
         std::any_of(node.entries().begin(), node.entries().end(), [&](const Node::Entry& entry) {
           return may_hold_labels(node, entry.key) && uses_template(entry.value);
         });
}

const Node* Templates::template_under(const Node& node) const {
  if (!node.is_scalar()) return nullptr;
  for (std::string_view kind : {"transition", "density"})
    if (const Node* found = find_label(*document_, kind, node.text()))
      if (templates_.contains(found)) return found;
  return nullptr;
}

Node Templates::expanded(const Node& node) const {
  std::size_t nodes_left = most_nodes;
  return expand(node, 0, nodes_left);
}

Node Templates::expand(const Node& node, int depth, std::size_t& nodes_left) const {
  if (depth > deepest) refuse(node, "these templates refer to each other in a circle");
  if (nodes_left-- == 0)
    refuse(node,
           fmt::format("with its templates written out this has more than {} parts", most_nodes));
  if (const Node* found = template_under(node)) return expand(*found, depth + 1, nodes_left);
  Node copy = node;
  for (Node& item : copy.items()) item = expand(item, depth + 1, nodes_left);
  for (Node::Entry& entry : copy.entries())
    if (may_hold_labels(node, entry.key)) entry.value = expand(entry.value, depth + 1, nodes_left);
  return copy;
}

Node Templates::filled(const Node& node, std::string_view placeholder,
                       std::string_view word) const {
  if (!has_free_placeholder(node)) {
    if (const Node* misspelt = misspelt_placeholder(node, placeholder))
      refuse(*misspelt,
             fmt::format("\"{}\" stands for nothing; expected \"{}\"{}", misspelt->text(),
                         placeholder, did_you_mean(misspelt->text(), {std::string(placeholder)})));
    refuse(node, fmt::format("expected a transition that says {0}, such as \"parameters: [{0}]\"; "
                             "without it all parameters would get the same one",
                             placeholder));
  }
  return with_placeholder_filled(node, placeholder, word);
}

const Node* Templates::target_within(const Node& node) const {
  std::set<const Node*> visited;
  return target_within(node, visited);
}

const Node* Templates::target_within(const Node& node, std::set<const Node*>& visited) const {
  if (node.is_scalar()) {
    const Node* label = find_label(*document_, "transition", node.text());
    if (label == nullptr || !label->is_map() || !visited.insert(label).second) return nullptr;
    return target_within(*label, visited);
  }
  if (const Node* target = node.find("target")) return target;
  for (const Node& item : node.items())
    if (const Node* found = target_within(item, visited)) return found;
  for (const Node::Entry& entry : node.entries())
    if (entry.key != "type")
      if (const Node* found = target_within(entry.value, visited)) return found;
  return nullptr;
}

}  // namespace mcmc
