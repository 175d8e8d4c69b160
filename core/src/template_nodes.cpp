#include "template_nodes.hpp"

#include <algorithm>
#include <utility>

namespace mcmc {
namespace {

bool is_for_each(const Node& node) {
  const Node* type = node.find("type");
  return type != nullptr && type->is_scalar() && type->text() == "for_each_parameter";
}

bool keeps_its_placeholders(const Node& owner, const std::string& key) {
  return key == "do" && is_for_each(owner);
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

}  // namespace

bool may_hold_labels(const Node& owner, const std::string& key) {
  return key != "type" && !keeps_its_placeholders(owner, key);
}

bool has_free_placeholder(const Node& node) {
  if (node.is_scalar()) return node.text().find(parameter_placeholder) != std::string::npos;
  return std::any_of(node.items().begin(), node.items().end(), has_free_placeholder) ||
         std::any_of(node.entries().begin(), node.entries().end(), [&](const Node::Entry& entry) {
           return !keeps_its_placeholders(node, entry.key) && has_free_placeholder(entry.value);
         });
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

}  // namespace mcmc
