#pragma once

#include <concepts>
#include <limits>
#include <string>
#include <vector>

namespace mcmc {

class Density;

/// Settings of its own that a component's type proposes to `tune`.
struct Proposal {
  std::string name;      ///< a label, such as "subset_60"
  std::string settings;  ///< a map of YAML, such as "{type: slice, target: posterior}"
  /// Of a transition: the same for `$parameter` alone; nothing when it moves all parameters at
  /// once.
  std::string for_parameter;
};

/// What a type is told of the density that a user wants to sample, so that it may propose itself.
struct TuningProblem {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  /// The label of the density: for a type of density the one to approximate, for a transition the
  /// one to move about, for a mapping its target.
  std::string label;
  /// That density, or null where it is not built: then only what suits any density.
  const Density* density = nullptr;
  double seconds = unknown;  ///< CPU time of one evaluation of it

  /// For a mapping: a transition that moves about an approximation of the density.
  const Proposal* kernel = nullptr;
  double approximation_seconds = unknown;  ///< CPU time of one evaluation of the approximation
};

/// A class of components T takes part in `tune` when it has
/// `static std::vector<Proposal> propose(const TuningProblem&)`: a density proposes approximations,
/// cheaper than the problem's density and of the same parameters, or nothing; a transition, ways of
/// moving about it; a mapping, ways of using the kernel. A proposal that cannot be built is left
/// out.
template <class T>
concept ProposesItself = requires(const TuningProblem& problem) {
  { T::propose(problem) } -> std::same_as<std::vector<Proposal>>;
};

}  // namespace mcmc
