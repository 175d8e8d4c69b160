#include "mcmc/pipeline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "exports.hpp"
#include "graph_builder.hpp"
#include "known_keys.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/build_info.hpp"
#include "mcmc/error_list.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/suggestion.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

[[noreturn]] void refuse(const Mark& mark, const std::string& message) {
  throw Error(ExitCode::bad_pipeline, mark, message);
}

std::vector<std::string> labels_in(const Node& section) {
  std::vector<std::string> labels;
  for (const Node::Entry& entry : section.entries()) labels.push_back(entry.key);
  return labels;
}

/// One step of "sample.warmup.1.iterations": into a map by name or into a list by number from 1.
/// A name that is not there is added, but for a label: a misspelt one would be a new component.
Node& descend(Node& node, const std::string& step, const std::string& setting,
              bool is_section_of_labels) {
  if (node.is_list()) {
    std::size_t position = 0;
    const auto [end, problem] = std::from_chars(step.data(), step.data() + step.size(), position);
    if (problem != std::errc() || end != step.data() + step.size() || position < 1 ||
        position > node.items().size())
      throw Error(ExitCode::usage, fmt::format("--set {}: \"{}\" should be a position from 1 to {}",
                                               setting, step, node.items().size()));
    return node.items()[position - 1];
  }
  if (node.is_scalar())
    throw Error(ExitCode::usage, fmt::format("--set {}: there is nothing below {}, so no \"{}\"",
                                             setting, node.in_words(), step));
  if (Node* inner = node.find(step)) return *inner;
  if (is_section_of_labels && !labels_in(node).empty())
    throw Error(ExitCode::usage,
                fmt::format("--set {}: nothing is labelled \"{}\" there; there is {}{}", setting,
                            step, any_of(labels_in(node)), did_you_mean(step, labels_in(node))));
  Node fresh;
  fresh.set_mark({std::make_shared<std::string>("--set " + setting), 0, 0});
  return node.set(step, fresh);
}

/// Where the next step of a setting's name ends. A key may itself hold a dot, as "log_rho.2" does,
/// so the longest that is there counts.
std::size_t end_of_step(const Node& node, const std::string& name, std::size_t begin) {
  for (std::size_t end = name.size(); end != std::string::npos && end > begin;
       end = name.rfind('.', end - 1))
    if (node.find(name.substr(begin, end - begin)) != nullptr) return end;
  return std::min(name.find('.', begin), name.size());
}

void apply(Node& document, const std::string& name, const std::string& value,
           bool adds_labels = false) {
  Node* node = &document;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = end_of_step(*node, name, begin);
    const std::string_view above = std::string_view(name).substr(0, begin);
    node = &descend(*node, name.substr(begin, end - begin), name,
                    !adds_labels && (above == "densities." || above == "transitions."));
    begin = end + 1;
  }
  *node = parse_yaml(value, "--set " + name);
  // A line and a column help only within a list or a map.
  if (!node->is_list() && !node->is_map())
    node->set_mark({std::make_shared<std::string>("--set " + name), 0, 0});
}

const Node& require_map(const Node& document, const std::string& section) {
  const Node* node = document.find(section);
  if (node == nullptr || node->is_null())
    refuse(node ? node->mark() : document.mark(),
           fmt::format("\"{}:\" is {}", section, node ? "empty" : "missing in this file"));
  return *node;
}

std::vector<std::string> sections() {
  return {"densities", "transitions", "sample", "output"};
}

/// That the file is a map of maps, without which nothing can be said of what is in it.
void check_shape(const Node& document, const std::string& file) {
  if (document.is_null())
    throw Error(ExitCode::bad_pipeline,
                file + " is empty; expected a pipeline with " + any_of(sections()));
  if (!document.is_map())
    refuse(document.mark(), fmt::format("expected a map with {} at the top, found {}",
                                        any_of(sections()), document.in_words()));
  ErrorList errors;
  for (const std::string& section : sections())
    if (const Node* node = document.find(section); node && !node->is_null() && !node->is_map())
      errors.add({ExitCode::bad_pipeline, node->mark(),
                  fmt::format("\"{}\": expected a map, found {}", section, node->in_words())});
  errors.throw_if_any();
}

/// Notes unknown sections, and returns those that were probably meant.
/// @throws Errors when labels are nowhere, so that each use of one would be one more error
std::set<std::string> check_sections(const Node& document, ErrorList& errors) {
  std::set<std::string> misspelt = note_unknown_keys(document, sections(), errors);
  if (misspelt.contains("densities") || misspelt.contains("transitions")) errors.throw_if_any();
  // A key that is near to none may be meant for the one that is missing.
  const bool all_are_clear = std::all_of(
      document.entries().begin(), document.entries().end(),
      [](const Node::Entry& entry) { return nearest(entry.key, sections()).has_value(); });
  if (all_are_clear) errors.attempt([&] { require_map(document, "densities"); });
  if (document.find("densities") == nullptr) errors.throw_if_any();
  return misspelt;
}

/// Who has the transition chosen need not name one. Until then it is the first that a type proposes
/// for the only density.
void add_standard_transition(Node& document, const Registry& registry) {
  const Node* sample = document.find("sample");
  const Node* densities = document.find("densities");
  if (sample == nullptr || densities == nullptr || densities->entries().size() != 1) return;
  const Node* tune = sample->find("tune");
  if (tune == nullptr || !tune->is_scalar() || tune->text() != "auto") return;
  if (sample->find("transition") != nullptr) return;
  const std::vector<Proposal> standard =
      proposals(registry, Transition::kind, {densities->entries().front().key});
  if (!standard.empty()) apply(document, "sample.transition", standard.front().settings);
}

/// Warm-up may run on an approximation, but every phase must move the same parameters.
void check_warmup_parameters(const SampleOptions& sample, const Node& section) {
  const ParameterNames& names = sample.transition->target().parameters();
  for (const WarmupPhase& phase : sample.warmup)
    if (!(phase.transition->target().parameters() == names))
      refuse(section.find("warmup")->mark(),
             fmt::format("a warm-up transition's target \"{}\" has other parameters than \"{}\"",
                         phase.transition->target().name(), sample.transition->target().name()));
}

bool is_of_warmup(const SampleOptions& sample, const Transition& transition) {
  return std::any_of(sample.warmup.begin(), sample.warmup.end(), [&](const WarmupPhase& phase) {
    return phase.transition == &transition && phase.transition != sample.transition;
  });
}

/// Marked states are draws of an iteration only when the mapping is all that the iteration does.
void check_marked_states(const Graph& graph, const SampleOptions& sample, const Node& section) {
  for (const Graph::Part& part : graph.parts()) {
    const auto* mapped = dynamic_cast<const MappedTransition*>(part.component);
    if (mapped == nullptr || mapped->marked_states().empty()) continue;
    if (graph.is_used_by_another(*mapped) || is_of_warmup(sample, *mapped))
      refuse(section.find("transition")->mark(),
             fmt::format("\"{}\" has \"keep_marked: true\", so it must be this transition itself, "
                         "not a part of one",
                         part.name));
  }
}

void check_until(const SampleOptions& sample, const Node& section) {
  if (!sample.until.draws || *sample.until.draws >= sample.draws) return;
  refuse(section.find("until")->find("draws")->mark(),
         fmt::format("\"until.draws\": expected at least the {} of \"draws\", found {}",
                     sample.draws, *sample.until.draws));
}

void check_start(const SampleOptions& sample) {
  const Target& target = sample.transition->target();
  const Node& start = sample.start;
  if (!start.is_scalar()) {
    start_values(start, target.parameters());
    return;
  }
  if (start.text() != "prior")
    refuse(start.mark(),
           fmt::format("\"start\": expected \"prior\" or a value for each parameter, found {}{}",
                       start.in_words(), did_you_mean(start.text(), {"prior"})));
  if (dynamic_cast<const CanDrawPrior*>(&target.density()) == nullptr)
    refuse(start.mark(),
           fmt::format("\"start\": \"{}\" has no prior to draw from; give a value for each of {}",
                       target.name(), fmt::join(target.parameters(), ", ")));
}

/// Reads `sample:` and returns it with its defaults filled in.
Node read_sample(const Node& document, GraphBuilder& builder, SampleOptions& sample) {
  const Node& section = require_map(document, "sample");
  OptionTable table;
  sample.declare(table);
  table.read(section, builder);
  ErrorList errors;
  errors.attempt([&] { check_warmup_parameters(sample, section); });
  errors.attempt([&] { check_start(sample); });
  errors.attempt([&] { check_until(sample, section); });
  errors.throw_if_any();
  Node written = Node::map();
  table.write(written, builder);
  return written;
}

/// Reads `output:` and returns it with its defaults filled in.
Node read_output(const Node& document, const std::string& file, std::size_t chains,
                 GraphBuilder& builder, OutputOptions& output) {
  output.directory = "out/" + std::filesystem::path(file).stem().string();
  OptionTable table;
  output.declare(table);
  if (document.find("output") != nullptr) table.read(require_map(document, "output"), builder);
  if (output.directory.empty())
    refuse(document.find("output")->find("directory")->mark(),
           "\"directory\": expected the name of a folder, found nothing");
  if (!output.writers.empty())
    check_export_files(output.writers, chains, *document.find("output")->find("writers"));
  Node written = Node::map();
  table.write(written, builder);
  return written;
}

[[noreturn]] void refuse_parameter(const Node::Entry& entry, const ParameterNames& names) {
  refuse(entry.key_mark,
         fmt::format("\"start\": unknown parameter \"{}\"; there is {}{}", entry.key,
                     fmt::join(names, ", "), did_you_mean(entry.key, names.known_names())));
}

/// The values under one key of `start:`: a number for every element, or a number for each.
std::vector<double> values_for(const Node& node, const std::string& name, std::size_t elements) {
  OptionSpec spec;
  spec.name = "start." + name;
  spec.type = ValueType::number;
  std::vector<double> values(elements);
  if (node.is_list()) {
    spec.shape = Shape::list;
    if (node.items().size() != elements)
      refuse(node.mark(), fmt::format("\"{}\": expected {} number{}, found {}", spec.name, elements,
                                      elements == 1 ? "" : "s", node.items().size()));
    for (std::size_t i = 0; i < elements; ++i)
      detail::read_scalar(node.items()[i], spec, values[i]);
  } else {
    detail::read_scalar(node, spec, values[0]);
    std::fill(values.begin(), values.end(), values[0]);
  }
  return values;
}

/// Name and version of what a graph's components come from: plugins, and "core" for the host
/// itself.
std::set<std::string> plugins_of(const Graph& graph, const Registry& registry) {
  std::set<std::string> plugins;
  for (const Graph::Part& part : graph.parts())
    if (const ComponentType* type = registry.find(part.kind, part.type))
      plugins.insert(fmt::format("{} {}", type->plugin, type->plugin_version));
  return plugins;
}

}  // namespace

Pipeline::Pipeline(const std::filesystem::path& file, const Registry& registry,
                   const Settings& settings, Permissions permissions)
    : registry_(&registry),
      file_(file.string()),
      source_text_(read_yaml_text(file, "pipeline file")),
      document_(parse_yaml(source_text_, file_)),
      shared_(std::make_unique<SharedResources>(permissions)) {
  check_shape(document_, file_);
  for (const auto& [name, value] : settings) apply(document_, name, value);
  check_shape(document_, file_);
  add_standard_transition(document_, registry);
  build_first();
}

Pipeline::Pipeline(const Pipeline& original, const Settings& settings)
    : registry_(original.registry_),
      file_(original.file_),
      source_text_(original.source_text_),
      document_(original.document_),
      shared_(std::make_unique<SharedResources>(original.shared_->permissions())) {
  constexpr bool adds_labels = true;
  for (const auto& [name, value] : settings) apply(document_, name, value, adds_labels);
  build_first();
}

Pipeline::~Pipeline() = default;

void Pipeline::build_first() {
  const Built built = build_all(".");
  output_ = built.output;
  wants_tuning_ = built.plan.sample.wants_tuning();
}

ChainPlan Pipeline::build() const {
  return std::move(build_all(".").plan);
}

std::string Pipeline::written(const std::filesystem::path& directory) const {
  const Built built = build_all(directory);
  return fmt::format("# Written by mcmc-host {}. Plugins: {}\n{}", build_info::version,
                     fmt::join(plugins_of(built.plan.graph, *registry_), ", "),
                     to_yaml(built.written));
}

Pipeline::Built Pipeline::build_all(const std::filesystem::path& written_directory) const {
  GraphBuilder builder(document_, *registry_, *shared_, std::filesystem::path(file_).parent_path(),
                       written_directory);
  Built built;
  built.written = Node::map();
  ErrorList errors;
  const std::set<std::string> misspelt = check_sections(document_, errors);
  const auto add_section = [&](const std::string& name, auto read) {
    if (!misspelt.contains(name)) errors.attempt([&] { built.written.set(name, read()); });
  };
  add_section("densities", [&] { return builder.build_section("densities", Density::kind); });
  add_section("transitions",
              [&] { return builder.build_section("transitions", Transition::kind); });
  add_section("sample", [&] { return read_sample(document_, builder, built.plan.sample); });
  add_section("output", [&] {
    return read_output(document_, file_, built.plan.sample.chains, builder, built.output);
  });
  errors.throw_if_any();

  built.plan.graph = builder.take_graph();
  built.plan.writers = std::exchange(built.output.writers, {});
  check_marked_states(built.plan.graph, built.plan.sample, require_map(document_, "sample"));
  return built;
}

Eigen::VectorXd start_values(const Node& start, const ParameterNames& names) {
  if (!start.is_map())
    refuse(start.mark(),
           fmt::format("\"start\": expected \"prior\" or a value for each parameter, found {}",
                       start.in_words()));
  Eigen::VectorXd x(static_cast<Eigen::Index>(names.size()));
  std::vector<bool> given(names.size(), false);
  ErrorList errors;
  for (const Node::Entry& entry : start.entries()) {
    // What a misspelt name means is not missing.
    const std::string meant = nearest(entry.key, names.known_names()).value_or("");
    for (const std::size_t position : names.find(meant)) given[position] = true;
    errors.attempt([&] {
      const std::vector<std::size_t> positions = names.find(entry.key);
      if (positions.empty()) refuse_parameter(entry, names);
      const std::vector<double> values = values_for(entry.value, entry.key, positions.size());
      for (std::size_t i = 0; i < positions.size(); ++i)
        x[static_cast<Eigen::Index>(positions[i])] = values[i];
    });
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!given[i])
      errors.add({ExitCode::bad_pipeline, start.mark(),
                  fmt::format("\"start\": a value for \"{}\" is missing", names[i])});
  errors.throw_if_any();
  return x;
}

}  // namespace mcmc
