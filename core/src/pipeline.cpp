#include "mcmc/pipeline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "graph_builder.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/build_info.hpp"
#include "mcmc/error.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/suggestion.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

[[noreturn]] void refuse(const Mark& mark, const std::string& message) {
  throw Error(ExitCode::bad_pipeline, mark.to_string() + ": " + message);
}

/// One step of "sample.warmup.1.iterations": into a map by name or into a list by number from 1.
Node& descend(Node& node, const std::string& step, const std::string& setting) {
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

void apply(Node& document, const std::string& name, const std::string& value) {
  Node* node = &document;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = end_of_step(*node, name, begin);
    node = &descend(*node, name.substr(begin, end - begin), name);
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

void check_top_level(const Node& document, const std::string& file) {
  const std::vector<std::string> sections{"densities", "transitions", "sample", "output"};
  if (document.is_null())
    throw Error(ExitCode::bad_pipeline,
                file + " is empty; expected a pipeline with " + any_of(sections));
  if (!document.is_map())
    refuse(document.mark(), fmt::format("expected a map with {} at the top, found {}",
                                        any_of(sections), document.in_words()));
  for (const Node::Entry& entry : document.entries())
    if (std::find(sections.begin(), sections.end(), entry.key) == sections.end())
      refuse(entry.key_mark, fmt::format("unknown key \"{}\"{}; expected {}", entry.key,
                                         did_you_mean(entry.key, sections), any_of(sections)));
  for (const Node::Entry& entry : document.entries())
    if (!entry.value.is_null() && !entry.value.is_map())
      refuse(entry.value.mark(),
             fmt::format("\"{}\": expected a map, found {}", entry.key, entry.value.in_words()));
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

void check_start(const SampleOptions& sample) {
  const Target& target = sample.transition->target();
  const Node& start = sample.start;
  if (!start.is_scalar()) {
    start_values(start, target.parameters());
    return;
  }
  if (start.text() != "prior")
    refuse(start.mark(),
           fmt::format("\"start\": expected \"prior\" or a value for each parameter, found {}",
                       start.in_words()));
  if (dynamic_cast<const CanDrawPrior*>(&target.density()) == nullptr)
    refuse(start.mark(),
           fmt::format("\"start\": \"{}\" has no prior to draw from; give a value for each of {}",
                       target.name(), fmt::join(target.parameters(), ", ")));
}

void check_directory(const OutputOptions& output, const Node& document) {
  if (output.directory.empty())
    refuse(document.find("output")->find("directory")->mark(),
           "\"directory\": expected the name of a folder, found nothing");
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

void WarmupPhase::declare(OptionTable& table) {
  table.add("transition", transition).required().doc("The transition that this phase repeats");
  table.add("iterations", iterations)
      .required()
      .at_least(1)
      .at_most(1e9)
      .doc("Iterations of each round");
  table.add("rounds", rounds)
      .at_least(1)
      .at_most(1e6)
      .doc("Rounds; learners of all chains are fitted after each");
}

void SampleOptions::declare(OptionTable& table) {
  table.add("chains", chains).at_least(1).at_most(10'000).doc("Independent chains");
  table.add("seed", seed)
      .at_least(0)
      .doc("Seed of all random numbers; the same seed gives the same draws");
  table.add("start", start)
      .doc("\"prior\", or a value for each parameter (a number, or a list for a vector parameter)");
  table.add("warmup", warmup).default_is("none").doc("Phases of warm-up, whose draws do not count");
  table.add("transition", transition).required().doc("The transition that one iteration applies");
  table.add("draws", draws).at_least(1).at_most(1e9).doc("Draws kept per chain");
  table.add("thin", thin).at_least(1).at_most(1e6).doc("Iterations per kept draw");
}

void OutputOptions::declare(OptionTable& table) {
  table.add("directory", directory)
      .default_is("out/ and the pipeline's name")
      .doc("Folder for the results, from the working directory");
  table.add("keep_warmup", keep_warmup)
      .doc("Also write the warm-up draws, to warmup/ in that folder");
}

Pipeline::Pipeline(const std::filesystem::path& file, const Registry& registry,
                   const Settings& settings, Permissions permissions)
    : registry_(&registry),
      file_(file.string()),
      source_text_(read_yaml_text(file, "pipeline file")),
      document_(parse_yaml(source_text_, file_)),
      shared_(std::make_unique<SharedResources>(permissions)) {
  check_top_level(document_, file_);
  for (const auto& [name, value] : settings) apply(document_, name, value);
  check_top_level(document_, file_);
  output_ = build_all(".").output;
}

Pipeline::~Pipeline() = default;

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
  require_map(document_, "densities");
  Built built;
  built.written = Node::map();
  built.written.set("densities", builder.build_section("densities", Density::kind));
  built.written.set("transitions", builder.build_section("transitions", Transition::kind));

  const Node& sample = require_map(document_, "sample");
  OptionTable sample_table;
  built.plan.sample.declare(sample_table);
  sample_table.read(sample, builder);
  check_warmup_parameters(built.plan.sample, sample);
  check_start(built.plan.sample);
  sample_table.write(built.written.set("sample", Node::map()), builder);

  OptionTable output_table;
  built.output.directory = "out/" + std::filesystem::path(file_).stem().string();
  built.output.declare(output_table);
  if (document_.find("output") != nullptr)
    output_table.read(require_map(document_, "output"), builder);
  check_directory(built.output, document_);
  output_table.write(built.written.set("output", Node::map()), builder);

  built.plan.graph = builder.take_graph();
  check_marked_states(built.plan.graph, built.plan.sample, sample);
  return built;
}

Eigen::VectorXd start_values(const Node& start, const ParameterNames& names) {
  if (!start.is_map())
    refuse(start.mark(),
           fmt::format("\"start\": expected \"prior\" or a value for each parameter, found {}",
                       start.in_words()));
  Eigen::VectorXd x(static_cast<Eigen::Index>(names.size()));
  std::vector<bool> given(names.size(), false);
  for (const Node::Entry& entry : start.entries()) {
    const std::vector<std::size_t> positions = names.find(entry.key);
    if (positions.empty())
      refuse(entry.key_mark,
             fmt::format("\"start\": unknown parameter \"{}\"{}; there is {}", entry.key,
                         did_you_mean(entry.key, names.known_names()), fmt::join(names, ", ")));
    const std::vector<double> values = values_for(entry.value, entry.key, positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      x[static_cast<Eigen::Index>(positions[i])] = values[i];
      given[positions[i]] = true;
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!given[i])
      refuse(start.mark(), fmt::format("\"start\": a value for \"{}\" is missing", names[i]));
  return x;
}

}  // namespace mcmc
