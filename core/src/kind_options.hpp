#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "mcmc/options.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/target.hpp"

/// Options that every component of a kind has because the core gives them a meaning.
namespace mcmc {

struct DensityKindOptions {
  Cache* cache = nullptr;
  std::string on_failure = "reject";
  void declare(OptionTable& table);
  OnFailure policy() const { return on_failure == "abort" ? OnFailure::abort : OnFailure::reject; }
};

struct MappingKindOptions {
  std::size_t updates = 1;
  void declare(OptionTable& table);
};

struct SimulatorKindOptions {
  std::uint64_t seed = 1;
  int digits = 17;
  void declare(OptionTable& table);
};

/// The options that the core adds for `kind`, or null: for `describe`.
std::unique_ptr<OptionsHolder> kind_options(std::string_view kind);

}  // namespace mcmc
