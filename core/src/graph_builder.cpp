#include "graph_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <new>

#include "kind_options.hpp"
#include "mcmc/error_list.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/suggestion.hpp"
#include "placed_error.hpp"

namespace mcmc {
namespace {

[[noreturn]] void refuse(const Mark& mark, const std::string& message) {
  throw Error(ExitCode::bad_pipeline, mark, message);
}

std::vector<std::string> keys_of(const Node* map) {
  std::vector<std::string> keys;
  if (map != nullptr)
    for (const Node::Entry& entry : map->entries()) keys.push_back(entry.key);
  return keys;
}

std::vector<std::string> names_of(const OptionTable& table) {
  std::vector<std::string> names{"type"};
  for (const auto& row : table.rows()) names.push_back(row->spec.name);
  return names;
}

void check_label(const Node::Entry& entry) {
  const bool snake_case = std::all_of(entry.key.begin(), entry.key.end(), [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '_';
  });
  if (!snake_case || entry.key.empty())
    refuse(entry.key_mark,
           fmt::format("the label \"{}\" may hold small letters, digits and underscores only",
                       entry.key));
}

/// Why a type may be missing: libraries that were refused, and folders that were searched.
std::string where_types_come_from(const Registry& registry) {
  std::string text;
  for (const PluginLibrary& library : registry.libraries())
    if (!library.refusal.empty())
      text += fmt::format("\n  refused: {}: {}", library.path, library.refusal);
  for (const std::string& folder : registry.searched_folders())
    text += fmt::format("\n  searched: {}", folder);
  return text;
}

[[noreturn]] void refuse_broken(const ComponentType& type, const Node& node,
                                const std::string& name, const std::string& reason) {
  refuse(node.mark(), fmt::format("the plugin \"{}\" failed to build \"{}\" ({}): {}", type.plugin,
                                  name, type.type, reason));
}

}  // namespace

GraphBuilder::GraphBuilder(const Node& document, const Registry& registry, SharedResources& shared,
                           std::filesystem::path input_folder, std::filesystem::path written_folder)
    : document_(&document),
      templates_(document),
      registry_(&registry),
      shared_(&shared),
      input_folder_(std::move(input_folder)),
      written_folder_(std::move(written_folder)) {}

GraphBuilder::~GraphBuilder() = default;

Node GraphBuilder::build_section(const std::string& section, std::string_view kind) {
  Node written = Node::map();
  const Node* labels = document_->find(section);
  if (labels == nullptr || labels->is_null()) return written;
  if (!labels->is_map())
    refuse(labels->mark(),
           fmt::format("\"{}\": expected a map of labels, found {}", section, labels->in_words()));
  ErrorList errors;
  for (const Node::Entry& entry : labels->entries()) {
    errors.attempt([&] { check_label(entry); });
    errors.attempt([&] { written.set(entry.key, build_entry(kind, entry)); });
  }
  errors.throw_if_any();
  return written;
}

Node GraphBuilder::build_entry(std::string_view kind, const Node::Entry& entry) {
  // A template has no meaning of its own: it is built where it is used.
  if (entry.value.is_map() && templates_.is_template(entry.value)) {
    type_of(kind, entry.value, "");
    return entry.value;
  }
  return labelled(kind, entry.key, Node::scalar(entry.key, entry.key_mark)).written;
}

BuiltComponent GraphBuilder::component(std::string_view kind, const Node& node,
                                       std::string_view default_type, const std::string& place) {
  BuiltComponent built = named_or_described(kind, node, default_type, place);
  if (is_within_a_component()) graph_.note_use(*built.component);
  return built;
}

BuiltComponent GraphBuilder::named_or_described(std::string_view kind, const Node& node,
                                                std::string_view default_type,
                                                const std::string& place) {
  if (node.is_map()) return build(kind, node, default_type, name_of(place));
  if (!node.is_scalar())
    refuse(node.mark(), fmt::format("\"{}\": expected a {} (a label or a map), found {}", place,
                                    kind, node.in_words()));
  if (!section_of(kind).empty()) {
    BuiltComponent built = labelled(kind, node.text(), node);
    built.written = Node::scalar(node.text());
    return built;
  }
  // Kinds without labels: `cache: none` is short for `cache: {type: none}`.
  Node map = Node::map(node.mark());
  map.set("type", node);
  return build(kind, map, default_type, name_of(place));
}

/// What an inline component is called.
std::string GraphBuilder::name_of(const std::string& place) const {
  return owners_.empty() ? place : owners_.back().name + "." + place;
}

bool GraphBuilder::is_within_a_component() const {
  return std::ranges::any_of(owners_, &Owner::is_component);
}

/// What stands at a label, if it can be built now.
const Node& GraphBuilder::described(std::string_view kind, const std::string& label,
                                    const Node& reference) const {
  const std::string section(section_of(kind));
  const Node* node = find_label(*document_, kind, label);
  if (node == nullptr) {
    const std::vector<std::string> labels = keys_of(document_->find(section));
    refuse(reference.mark(), fmt::format("no {} is labelled \"{}\"; {}{}", kind, label,
                                         labels.empty() ? fmt::format("\"{}:\" has none", section)
                                                        : "there is " + any_of(labels),
                                         did_you_mean(label, labels)));
  }
  if (!node->is_map())
    refuse(node->mark(),
           fmt::format("\"{}\": expected a map with \"type\", found {}", label, node->in_words()));
  if (templates_.is_template(*node)) {
    type_of(kind, *node, "");  // a misspelt for_each_parameter is no template
    refuse(reference.mark(),
           fmt::format(
               "\"{}\" is a template (it says {}, or uses what does); use it under \"do:\" of a "
               "for_each_parameter",
               label, parameter_placeholder));
  }
  const std::string step = section + "." + label;
  const auto begun = std::find(labels_in_progress_.begin(), labels_in_progress_.end(), step);
  if (begun != labels_in_progress_.end())
    refuse(reference.mark(),
           fmt::format("these refer to each other in a circle: {} -> {}",
                       fmt::join(begun, labels_in_progress_.end(), " -> "), step));
  return *node;
}

BuiltComponent GraphBuilder::labelled(std::string_view kind, const std::string& label,
                                      const Node& reference) {
  const std::string section(section_of(kind));
  if (const auto built = by_label_.find({section, label}); built != by_label_.end())
    return built->second;
  // Its errors are told already.
  if (failed_labels_.contains({section, label})) throw Errors({});
  const Node& node = described(kind, label, reference);
  labels_in_progress_.push_back(section + "." + label);
  std::vector<Owner> outer_owners;
  outer_owners.swap(owners_);
  BuiltComponent built;
  ErrorList errors;
  errors.attempt([&] { built = build(kind, node, "", label); });
  owners_.swap(outer_owners);
  labels_in_progress_.pop_back();
  if (!errors.empty()) failed_labels_.emplace(section, label);
  errors.throw_if_any();
  by_label_.emplace(std::pair(section, label), built);
  return built;
}

const ComponentType& GraphBuilder::type_of(std::string_view kind, const Node& node,
                                           std::string_view default_type) const {
  const Node* said = node.find("type");
  if (said != nullptr && !said->is_scalar())
    refuse(said->mark(), fmt::format("\"type\": expected the name of a {} type, found {}", kind,
                                     said->in_words()));
  std::vector<std::string> known = registry_->type_names(kind);
  if (kind == "transition")  // a mapping's type may stand wherever a transition's may
    for (std::string& name : registry_->type_names("mapping")) known.push_back(std::move(name));
  std::sort(known.begin(), known.end());
  if (said == nullptr && default_type.empty()) {
    for (const Node::Entry& entry : node.entries())
      if (!did_you_mean(entry.key, {"type"}).empty())
        refuse(entry.key_mark, fmt::format("unknown key \"{}\"; expected \"type\" first{}",
                                           entry.key, did_you_mean(entry.key, {"type"})));
    refuse(node.mark(), fmt::format("\"type\" is missing here; expected one of {}", any_of(known)));
  }
  const std::string name = said ? said->text() : std::string(default_type);
  const ComponentType* type = registry_->find(kind, name);
  if (type == nullptr && kind == "transition") type = registry_->find("mapping", name);
  if (type == nullptr) {
    refuse(said ? said->mark() : node.mark(),
           fmt::format("no {} type is called \"{}\"; there is {}{}{}", kind, name, any_of(known),
                       did_you_mean(name, known), where_types_come_from(*registry_)));
  }
  return *type;
}

BuiltComponent GraphBuilder::build(std::string_view kind, const Node& node,
                                   std::string_view default_type, const std::string& name) {
  const ComponentType& type = type_of(kind, node, default_type);
  if (type.kind == Density::kind) return build_density(type, node, name);
  if (type.kind == Mapping::kind) return build_mapping(type, node, name);
  OptionTable none;
  return build_plain(type, node, name, none);
}

Component& GraphBuilder::build_whole(std::string_view kind, OptionTable& common) {
  const ComponentType& type = type_of(kind, *document_, "");
  return *build_plain(type, *document_, std::string(kind), common).component;
}

BuiltComponent GraphBuilder::build_plain(const ComponentType& type, const Node& node,
                                         const std::string& name, OptionTable& common) {
  const std::unique_ptr<OptionsHolder> options = type.make_options();
  OptionTable& table = options->table();
  ErrorList errors;
  owners_.push_back({name, true});
  errors.attempt([&] { table.read(node, *this, names_of(common)); });
  errors.attempt([&] { common.read(node, *this, names_of(table)); });
  std::unique_ptr<Component> created;
  if (errors.empty()) errors.attempt([&] { created = create(type, *options, node, name); });
  owners_.pop_back();
  errors.throw_if_any();
  Component& component = graph_.keep(std::move(created));
  graph_.announce({name, type.kind, type.type, &component});

  Node written = Node::map();
  written.set("type", Node::scalar(type.type));
  table.write(written, *this);
  common.write(written, *this);
  return {&component, std::move(written)};
}

std::unique_ptr<Component> GraphBuilder::create(const ComponentType& type, OptionsHolder& options,
                                                const Node& node, const std::string& name) {
  BuildContext context(name, *shared_, input_folder_.empty() ? "." : input_folder_);
  try {
    return type.create(options, context);
  } catch (const Errors& several) {
    ErrorList errors;
    for (const Error& error : several.all()) errors.add(placed(error, node, name, input_folder_));
    errors.throw_if_any();
    throw;
  } catch (const Error& error) {
    throw placed(error, node, name, input_folder_);
  } catch (const std::bad_alloc&) {
    refuse(node.mark(),
           fmt::format("\"{}\" ({}) needs more memory than there is; expected a smaller "
                       "problem, or an approximation of it",
                       name, type.type));
  } catch (const std::exception& problem) {
    refuse_broken(type, node, name, problem.what());
  } catch (...) {
    refuse_broken(type, node, name, "it threw something that is no exception");
  }
}

template <class T>
T& GraphBuilder::keep(std::unique_ptr<T> component, const std::string& name, std::string kind,
                      const std::string& type) {
  T& kept = *component;
  graph_.keep(std::move(component));
  graph_.announce({name, std::move(kind), type, &kept});
  return kept;
}

BuiltComponent GraphBuilder::build_density(const ComponentType& type, const Node& node,
                                           const std::string& name) {
  DensityKindOptions common;
  OptionTable table;
  common.declare(table);
  Node described = node;
  if (node.find("cache") == nullptr) {
    Node cache = Node::map(node.mark());
    cache.set("type", Node::scalar("lru", node.mark()));
    described.set("cache", std::move(cache));
  }
  BuiltComponent built = build_plain(type, described, name, table);
  auto& density = dynamic_cast<Density&>(*built.component);
  built.component = &keep(std::make_unique<Target>(name, density, *common.cache, common.policy()),
                          name, "target", type.type);
  return built;
}

BuiltComponent GraphBuilder::build_mapping(const ComponentType& type, const Node& node,
                                           const std::string& name) {
  MappingKindOptions common;
  OptionTable table;
  common.declare(table);
  BuiltComponent built = build_plain(type, node, name, table);
  auto& mapping = dynamic_cast<Mapping&>(*built.component);
  built.component = &keep(std::make_unique<MappedTransition>(mapping, common.updates), name,
                          std::string(Transition::kind), type.type);
  return built;
}

std::filesystem::path GraphBuilder::input_path(const std::string& text) const {
  return (input_folder_ / text).lexically_normal();
}

std::string GraphBuilder::written_path(const std::filesystem::path& path) const {
  const auto from = std::filesystem::absolute(written_folder_).lexically_normal();
  return std::filesystem::absolute(path).lexically_normal().lexically_relative(from).string();
}

}  // namespace mcmc
