#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "mcmc/pipeline.hpp"

namespace mcmc {

/// A label that a section of the pipeline does not have: `wanted`, or that with a number.
std::string free_label(const Pipeline& pipeline, std::string_view section,
                       const std::string& wanted);

/// A transition by its label.
struct LabelledTransition {
  std::string label;
  Pipeline::Settings settings;  ///< that give it this label, where the file has it without one
};

/// What the pipeline samples with.
LabelledTransition own_transition(const Pipeline& pipeline);

/// The choice that a run made before it began, kept beside its checkpoints.
/// @{
/// @throws Error io_error
void write_choice(const std::filesystem::path& file, const Pipeline::Settings& choice);
/// @throws Error no_input, bad_data
Pipeline::Settings read_choice(const std::filesystem::path& file);
/// @}

}  // namespace mcmc
