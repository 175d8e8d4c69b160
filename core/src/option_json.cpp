#include "option_json.hpp"

namespace mcmc {

nlohmann::ordered_json json_value(const Node& node, const OptionSpec& spec) {
  if (node.is_null()) return nullptr;
  if (node.is_list()) {
    auto items = nlohmann::ordered_json::array();
    for (const Node& item : node.items()) items.push_back(json_value(item, spec));
    return items;
  }
  if (node.is_map()) {
    auto entries = nlohmann::ordered_json::object();
    for (const Node::Entry& entry : node.entries())
      entries[entry.key] = json_value(entry.value, spec);
    return entries;
  }
  const bool is_literal = spec.type == ValueType::number || spec.type == ValueType::integer ||
                          spec.type == ValueType::boolean;
  // JSON has no infinities.
  if (is_literal && nlohmann::ordered_json::accept(node.text()))
    return nlohmann::ordered_json::parse(node.text());
  return node.text();
}

}  // namespace mcmc
