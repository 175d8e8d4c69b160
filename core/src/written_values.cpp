#include "written_values.hpp"

#include <memory>
#include <string_view>
#include <utility>

#include "kind_options.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/pipeline.hpp"

namespace mcmc {
namespace {

/// What is known of the keys of a map: the tables of options in which they may be declared.
using Tables = std::vector<const OptionTable*>;

const OptionSpec* find_spec(const Tables& tables, std::string_view key) {
  for (const OptionTable* table : tables)
    if (const OptionTable::Row* row = table->find(key)) return &row->spec;
  return nullptr;
}

class Walk {
 public:
  Walk(const Registry& registry, WrittenValues& found) : registry_(&registry), found_(&found) {}

  /// @param spec of the option whose value this is, or part of it; null where none is known
  /// @param traits what its surroundings say of it
  void value(const std::string& place, const Node& node, const OptionSpec* spec,
             WrittenValues::Value traits) {
    if (spec != nullptr && !spec->affects_draws) traits.affects_draws = false;
    traits.is_path = spec != nullptr && spec->type == ValueType::path;
    if (node.is_map() && !node.entries().empty())
      map(place, node, spec, traits);
    else if (node.is_list() && !node.items().empty())
      for (std::size_t i = 0; i < node.items().size(); ++i)
        value(place + "." + std::to_string(i + 1), node.items()[i], spec, traits);
    else
      leaf(place, node, traits);
  }

  void component(const std::string& place, const Node& node, std::string_view kind,
                 const WrittenValues::Value& traits) {
    const ComponentType* type = find_type(kind, node);
    if (type == nullptr) return entries(place, node, {}, traits);
    found_->plugins[type->plugin] = type->plugin_version;
    const std::unique_ptr<OptionsHolder> own = type->make_options();
    const std::unique_ptr<OptionsHolder> common = kind_options(type->kind);
    Tables tables{&own->table()};
    if (common) tables.push_back(&common->table());
    entries(place, node, tables, traits);
  }

  void entries(const std::string& place, const Node& node, const Tables& tables,
               const WrittenValues::Value& traits) {
    for (const Node::Entry& entry : node.entries())
      value(place + "." + entry.key, entry.value, find_spec(tables, entry.key), traits);
  }

 private:
  void map(const std::string& place, const Node& node, const OptionSpec* spec,
           const WrittenValues::Value& traits) {
    if (spec != nullptr && spec->members)
      entries(place, node, {spec->members.get()}, traits);
    else if (spec != nullptr && !spec->kind.empty() && node.find("type") != nullptr)
      component(place, node, spec->kind, traits);
    else  // components by name, or what no table describes
      for (const Node::Entry& entry : node.entries())
        value(place + "." + entry.key, entry.value, spec, traits);
  }

  void leaf(const std::string& place, const Node& node, WrittenValues::Value traits) {
    traits.text = node.is_scalar() ? node.text() : node.in_words();
    if (traits.is_path) found_->paths.insert(traits.text);
    found_->values[place] = std::move(traits);
  }

  const ComponentType* find_type(std::string_view kind, const Node& node) const {
    const Node* type = node.find("type");
    if (type == nullptr || !type->is_scalar()) return nullptr;
    const ComponentType* found = registry_->find(kind, type->text());
    // A mapping's type may stand wherever a transition's may.
    if (found == nullptr && kind == Transition::kind)
      found = registry_->find(Mapping::kind, type->text());
    return found;
  }

  const Registry* registry_;
  WrittenValues* found_;
};

template <class Options>
void walk_section(Walk& walk, const Node& document, const std::string& name, Options options) {
  OptionTable table;
  options.declare(table);
  if (const Node* section = document.find(name)) walk.entries(name, *section, {&table}, {});
}

void walk_components(Walk& walk, const Node& document, const std::string& name,
                     std::string_view kind) {
  const Node* section = document.find(name);
  if (section == nullptr) return;
  for (const Node::Entry& entry : section->entries())
    walk.component(name + "." + entry.key, entry.value, kind, {});
}

const WrittenValues::Value& value_or_nothing(const WrittenValues& values,
                                             const std::string& place) {
  static const WrittenValues::Value nothing{"nothing", true, false};
  const auto found = values.values.find(place);
  return found == values.values.end() ? nothing : found->second;
}

}  // namespace

WrittenValues written_values(const Node& document, const Registry& registry) {
  WrittenValues found;
  Walk walk(registry, found);
  walk_components(walk, document, "densities", Density::kind);
  walk_components(walk, document, "transitions", Transition::kind);
  walk_section(walk, document, "sample", SampleOptions());
  walk_section(walk, document, "output", OutputOptions());
  return found;
}

std::vector<Difference> differences(const WrittenValues& before, const WrittenValues& now) {
  std::set<std::string> places;
  for (const WrittenValues* values : {&before, &now})
    for (const auto& entry : values->values) places.insert(entry.first);
  std::vector<Difference> found;
  for (const std::string& place : places) {
    const WrittenValues::Value& old_value = value_or_nothing(before, place);
    const WrittenValues::Value& new_value = value_or_nothing(now, place);
    if (old_value.text == new_value.text) continue;
    const bool has_both = before.values.contains(place) && now.values.contains(place);
    const WrittenValues::Value& known = now.values.contains(place) ? new_value : old_value;
    const bool may_change = !known.affects_draws || (known.is_path && has_both);
    found.push_back({place, old_value.text, new_value.text, !may_change});
  }
  return found;
}

}  // namespace mcmc
