#include "mcmc/schema.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "mcmc/density.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/transition.hpp"
#include "option_json.hpp"
#include "option_visit.hpp"
#include "templates.hpp"

namespace mcmc {
namespace {

using Json = nlohmann::ordered_json;

Json object_schema() {
  Json schema;
  schema["type"] = "object";
  schema["properties"] = Json::object();
  schema["required"] = Json::array();
  schema["additionalProperties"] = false;
  return schema;
}

Json reference_to(const std::string& definition) {
  return {{"$ref", "#/definitions/" + definition}};
}

/// A value of a single option without its range.
Json type_schema(const OptionSpec& spec) {
  switch (spec.type) {
    case ValueType::number:
      return {{"type", "number"}};
    case ValueType::integer:
      return {{"type", "integer"}};
    case ValueType::boolean:
      return {{"type", "boolean"}};
    case ValueType::text:  // a column may be called 1, or true
      return {{"type", {"string", "number", "boolean"}}};
    case ValueType::path:
      return {{"type", "string"}};
    case ValueType::any:
      if (spec.choices.empty()) return Json::object();
      return {{"anyOf", {{{"enum", spec.choices}}, {{"type", {"object", "array"}}}}}};
    default:
      return Json::object();
  }
}

void add_range(Json& schema, const OptionSpec& spec) {
  if (!spec.choices.empty() && spec.type != ValueType::any) schema["enum"] = spec.choices;
  if (std::isfinite(spec.minimum))
    schema[spec.minimum_excluded ? "exclusiveMinimum" : "minimum"] = spec.minimum;
  if (std::isfinite(spec.maximum))
    schema[spec.maximum_excluded ? "exclusiveMaximum" : "maximum"] = spec.maximum;
}

std::string description(const OptionSpec& spec) {
  std::string text = spec.doc;
  if (!spec.unit.empty()) text += ", in " + spec.unit;
  if (!spec.default_in_words.empty()) text += fmt::format(" (default: {})", spec.default_in_words);
  return text;
}

/// Writes the schema: options refer to definitions of kinds, and these to definitions of types.
class SchemaWriter {
 public:
  explicit SchemaWriter(const Registry& registry) : registry_(&registry) {
    for (const std::string& kind : registry.kinds()) kind_reference(kind, "");
  }

  Json section_of_labels(std::string_view kind) {
    Json labelled = kind_reference(std::string(kind), "");
    Json schema;
    schema["type"] = "object";
    schema["propertyNames"] = {{"pattern", "^[a-z0-9_]+$"}};
    schema["additionalProperties"] = {
        {"allOf", Json::array({Json{{"type", "object"}}, std::move(labelled)})}};
    return schema;
  }

  template <class Options>
  Json section_of_options() {
    Options options;
    OptionTable table;
    options.declare(table);
    return table_schema(table);
  }

  /// The definitions of all kinds and types. Writing one may ask for more.
  Json definitions() {
    Json definitions = Json::object();
    for (const ComponentType& type : registry_->types())
      definitions[type.kind + "." + type.type] = component_schema(type);
    while (!wanted_.empty()) {
      const KindAndDefault wanted = *wanted_.begin();
      wanted_.erase(wanted_.begin());
      definitions[name_of(wanted)] = kind_schema(wanted);
    }
    return definitions;
  }

 private:
  /// What an option takes: a kind, and the type of a component that does not say its own.
  using KindAndDefault = std::pair<std::string, std::string>;

  static std::string name_of(const KindAndDefault& wanted) {
    return wanted.second.empty() ? wanted.first : wanted.first + "_else_" + wanted.second;
  }

  Json kind_reference(const std::string& kind, const std::string& default_type) {
    wanted_.insert({kind, default_type});
    return reference_to(name_of({kind, default_type}));
  }

  Json table_schema(const OptionTable& table) {
    Json schema = object_schema();
    for (const auto& row : table.rows()) add_option(schema, row->spec);
    return schema;
  }

  void add_option(Json& object, const OptionSpec& spec) {
    Json schema = option_schema(spec);
    if (!spec.default_value.is_null() && !spec.members)
      schema["default"] = json_value(spec.default_value, spec);
    // Beside a reference, other words would not count.
    if (schema.contains("$ref")) schema = {{"allOf", Json::array({std::move(schema)})}};
    schema["description"] = description(spec);
    object["properties"][spec.name] = std::move(schema);
    if (spec.required) object["required"].push_back(spec.name);
  }

  Json option_schema(const OptionSpec& spec) {
    if (spec.shape == Shape::list) return {{"type", "array"}, {"items", single_schema(spec)}};
    if (spec.shape == Shape::map)
      return {{"type", "object"}, {"additionalProperties", single_schema(spec)}};
    return single_schema(spec);
  }

  Json single_schema(const OptionSpec& spec) {
    if (!spec.kind.empty()) return kind_reference(spec.kind, spec.default_type);
    if (spec.members) return table_schema(*spec.members);
    Json schema = type_schema(spec);
    add_range(schema, spec);
    return schema;
  }

  Json component_schema(const ComponentType& type) {
    Json schema = object_schema();
    schema["description"] = type.summary;
    schema["properties"]["type"] = {{"const", type.type}, {"description", type.summary}};
    for_each_option(type, [&](const OptionSpec& spec) { add_option(schema, spec); });
    return schema;
  }

  std::vector<const ComponentType*> types_of(const std::string& kind) const {
    std::vector<const ComponentType*> types;
    for (const ComponentType& type : registry_->types())
      if (type.kind == kind || (kind == Transition::kind && type.kind == Mapping::kind))
        types.push_back(&type);
    return types;
  }

  /// A label or the name of a type, or a map whose options are those of its type.
  Json kind_schema(const KindAndDefault& wanted) const {
    const auto& [kind, default_type] = wanted;
    Json names = Json::array(), cases = Json::array();
    for (const ComponentType* type : types_of(kind)) {
      names.push_back(type->type);
      Json condition{{"type", "object"}, {"properties", {{"type", {{"const", type->type}}}}}};
      if (type->type != default_type) condition["required"] = Json::array({"type"});
      cases.push_back({{"if", condition}, {"then", reference_to(type->kind + "." + type->type)}});
    }
    if (section_of(kind).empty())
      cases.push_back({{"if", {{"type", "string"}}}, {"then", {{"enum", names}}}});
    Json schema;
    schema["type"] = {"string", "object"};
    schema["properties"] = {
        {"type", {{"enum", names}, {"description", fmt::format("The {}'s type", kind)}}}};
    if (default_type.empty()) schema["required"] = Json::array({"type"});
    schema["allOf"] = std::move(cases);
    return schema;
  }

  const Registry* registry_;
  std::set<KindAndDefault> wanted_;
};

/// A transition is required of those who do not have it chosen.
Json sample_schema(Json schema) {
  const std::string transition = "transition";
  Json required = Json::array();
  for (const Json& name : schema["required"])
    if (name != transition) required.push_back(name);
  schema["required"] = required;
  schema["anyOf"] = {
      {{"required", {transition}}},
      {{"required", {"tune"}}, {"properties", {{"tune", {{"const", "auto"}}}}}},
  };
  return schema;
}

}  // namespace

std::string pipeline_schema(const Registry& registry) {
  SchemaWriter writer(registry);
  Json schema = object_schema();
  schema["properties"]["densities"] = writer.section_of_labels(Density::kind);
  schema["properties"]["transitions"] = writer.section_of_labels(Transition::kind);
  schema["properties"]["sample"] = sample_schema(writer.section_of_options<SampleOptions>());
  schema["properties"]["output"] = writer.section_of_options<OutputOptions>();
  schema["required"] = {"densities", "sample"};
  Json whole{{"$schema", "http://json-schema.org/draft-07/schema#"},
             {"title", "A pipeline of mcmc-host"}};
  whole.update(schema);
  whole["definitions"] = writer.definitions();
  return whole.dump(2) + "\n";
}

}  // namespace mcmc
