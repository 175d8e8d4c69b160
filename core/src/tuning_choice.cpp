#include "tuning_choice.hpp"

#include <fmt/format.h>

#include "saved_values.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

constexpr const char* advice = "start a new run with --out or --force";
constexpr std::size_t number_width = 4;

}  // namespace

std::string free_label(const Pipeline& pipeline, std::string_view section,
                       const std::string& wanted) {
  const Node* labelled = pipeline.document().find(section);
  std::string label = wanted;
  for (int number = 2; labelled != nullptr && labelled->find(label) != nullptr; ++number)
    label = fmt::format("{}_{}", wanted, number);
  return label;
}

LabelledTransition own_transition(const Pipeline& pipeline) {
  const Node& node = *pipeline.document().find("sample")->find("transition");
  const Node* section = pipeline.document().find("transitions");
  if (node.is_scalar() && section != nullptr && section->find(node.text()) != nullptr)
    return {node.text(), {}};
  const std::string label = free_label(pipeline, "transitions", "own");
  return {label, {{"transitions." + label, to_yaml(node)}, {"sample.transition", label}}};
}

void write_choice(const std::filesystem::path& file, const Pipeline::Settings& choice) {
  SavedValues values;
  for (std::size_t i = 0; i < choice.size(); ++i)  // numbered: they are kept by name
    values.set(fmt::format("{:0{}}{}", i, number_width, choice[i].first), choice[i].second);
  values.write(file);
}

Pipeline::Settings read_choice(const std::filesystem::path& file) {
  const SavedValues values = SavedValues::read(file, advice);
  Pipeline::Settings choice;
  for (const auto& [name, value] : values.all())
    choice.emplace_back(name.substr(number_width), values.get<std::string>(name));
  return choice;
}

}  // namespace mcmc
