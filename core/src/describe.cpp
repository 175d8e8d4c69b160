#include "mcmc/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "option_json.hpp"
#include "option_visit.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

std::string flow(const Node& node) {
  switch (node.type()) {
    case Node::Type::scalar:
      return node.text().empty() ? "\"\"" : node.text();
    case Node::Type::list: {
      std::vector<std::string> items;
      for (const Node& item : node.items()) items.push_back(flow(item));
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
    case Node::Type::map: {
      std::vector<std::string> entries;
      for (const Node::Entry& entry : node.entries())
        entries.push_back(entry.key + ": " + flow(entry.value));
      return fmt::format("{{{}}}", fmt::join(entries, ", "));
    }
    case Node::Type::null:
      break;
  }
  return "none";
}

std::string default_in_words(const OptionSpec& spec) {
  if (spec.required) return "required";
  if (!spec.default_in_words.empty()) return "default: " + spec.default_in_words;
  if (spec.type == ValueType::group) return "optional";
  return "default: " + flow(spec.default_value);
}

std::string sentence(const OptionSpec& spec) {
  std::string text = spec.expected();
  if (!spec.unit.empty()) text += ", in " + spec.unit;
  return fmt::format("{} ({})", text, default_in_words(spec));
}

void add_text(std::string& text, const OptionSpec& spec, int depth) {
  const std::string indent(static_cast<std::size_t>(2 + 4 * depth), ' ');
  text += fmt::format("{}{}: {}\n", indent, spec.name, sentence(spec));
  if (!spec.doc.empty()) text += fmt::format("{}    {}\n", indent, spec.doc);
  if (spec.members)
    for (const auto& row : spec.members->rows()) add_text(text, row->spec, depth + 1);
}

void add_yaml(std::string& text, const OptionSpec& spec, int depth) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  text +=
      fmt::format("{}# {}{}{}\n", indent, spec.doc, spec.doc.empty() ? "" : ": ", sentence(spec));
  const bool is_open = spec.members && spec.shape == Shape::single;
  const bool has_value = spec.default_value.is_scalar() || spec.default_value.is_list();
  // A key without a value would be refused, so it is only shown.
  Node line = Node::map();
  line.set(spec.name, spec.default_value);
  text += has_value ? indent + to_yaml(line)
                    : fmt::format("{}{}{}:\n", indent, is_open ? "" : "# ", spec.name);
  if (is_open)
    for (const auto& row : spec.members->rows()) add_yaml(text, row->spec, depth + 1);
}

const char* type_name(ValueType type) {
  switch (type) {
    case ValueType::number:
      return "number";
    case ValueType::integer:
      return "integer";
    case ValueType::boolean:
      return "boolean";
    case ValueType::text:
      return "text";
    case ValueType::path:
      return "path";
    case ValueType::component:
      return "component";
    case ValueType::component_template:
      return "component_template";
    case ValueType::group:
      return "group";
    case ValueType::any:
      break;
  }
  return "any";
}

const char* shape_name(Shape shape) {
  if (shape == Shape::list) return "list";
  return shape == Shape::map ? "map" : "single";
}

nlohmann::ordered_json json_option(const OptionSpec& spec) {
  nlohmann::ordered_json json;
  json["name"] = spec.name;
  json["type"] = type_name(spec.type);
  json["shape"] = shape_name(spec.shape);
  if (!spec.kind.empty()) json["kind"] = spec.kind;
  json["required"] = spec.required;
  json["default"] = spec.members ? nullptr : json_value(spec.default_value, spec);
  if (!spec.default_in_words.empty()) json["default_in_words"] = spec.default_in_words;
  if (!spec.default_type.empty()) json["default_type"] = spec.default_type;
  if (!spec.choices.empty()) json["choices"] = spec.choices;
  if (std::isfinite(spec.minimum))
    json[spec.minimum_excluded ? "exclusive_minimum" : "minimum"] = spec.minimum;
  if (std::isfinite(spec.maximum))
    json[spec.maximum_excluded ? "exclusive_maximum" : "maximum"] = spec.maximum;
  if (!spec.unit.empty()) json["unit"] = spec.unit;
  json["doc"] = spec.doc;
  if (spec.members) {
    json["members"] = nlohmann::ordered_json::array();
    for (const auto& row : spec.members->rows()) json["members"].push_back(json_option(row->spec));
  }
  return json;
}

std::string text_of(const ComponentType& type) {
  std::string text = fmt::format("{} ({}), from the plugin {} {}\n{}\n", type.type, type.kind,
                                 type.plugin, type.plugin_version, type.summary);
  if (!type.reference.empty()) text += fmt::format("Reference: {}\n", type.reference);
  text += "\nOptions:\n";
  for_each_option(type, [&](const OptionSpec& spec) { add_text(text, spec, 0); });
  return text;
}

std::string yaml_of(const ComponentType& type) {
  std::string text = fmt::format("# {} ({}): {}\n", type.type, type.kind, type.summary);
  if (!type.reference.empty()) text += fmt::format("# Reference: {}\n", type.reference);
  text += fmt::format("type: {}\n", type.type);
  for_each_option(type, [&](const OptionSpec& spec) { add_yaml(text, spec, 0); });
  return text;
}

nlohmann::ordered_json json_of(const ComponentType& type) {
  nlohmann::ordered_json json;
  json["type"] = type.type;
  json["kind"] = type.kind;
  json["summary"] = type.summary;
  json["reference"] = type.reference;
  json["plugin"] = type.plugin;
  json["version"] = type.plugin_version;
  json["options"] = nlohmann::ordered_json::array();
  for_each_option(type,
                  [&](const OptionSpec& spec) { json["options"].push_back(json_option(spec)); });
  return json;
}

std::string joined(const NamesakeTypes& types, std::string (*write)(const ComponentType&),
                   const std::string& between) {
  std::string text;
  for (const ComponentType* type : types) text += (text.empty() ? "" : between) + write(*type);
  return text;
}

}  // namespace

std::string describe_text(const NamesakeTypes& types) {
  return joined(types, text_of, "\n");
}

std::string describe_yaml(const NamesakeTypes& types) {
  return joined(types, yaml_of, "---\n");
}

std::string describe_json(const NamesakeTypes& types) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ComponentType* type : types) all.push_back(json_of(*type));
  return (all.size() == 1 ? all.front() : all).dump(2) + "\n";
}

std::string listing_json(const Registry& registry, const std::string& kind) {
  nlohmann::ordered_json json{{"components", nlohmann::ordered_json::array()},
                              {"libraries", nlohmann::ordered_json::array()},
                              {"searched", registry.searched_folders()}};
  for (const ComponentType& type : registry.types())
    if (kind.empty() || type.kind == kind)
      json["components"].push_back({{"kind", type.kind},
                                    {"type", type.type},
                                    {"plugin", type.plugin},
                                    {"version", type.plugin_version},
                                    {"summary", type.summary}});
  for (const PluginLibrary& library : registry.libraries()) {
    nlohmann::ordered_json one{{"path", library.path}};
    if (!library.name.empty()) one["name"] = library.name;
    if (!library.version.empty()) one["version"] = library.version;
    if (!library.refusal.empty()) one["refused"] = library.refusal;
    json["libraries"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mcmc
