#include "mcmc/compositions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mcmc/build_info.hpp"
#include "mcmc/cache.hpp"
#include "mcmc/coordinate_sweep.hpp"
#include "mcmc/error.hpp"
#include "mcmc/registry.hpp"

namespace mcmc {
namespace {

/// `none` as a pipeline names it.
class NoCacheType final : public NoCache {
 public:
  using Options = NoOptions;
  explicit NoCacheType(Options&) {}
};

void require_one_target(const std::vector<Transition*>& parts) {
  if (parts.empty()) throw OptionError("do", "expected at least one transition");
  const Target& first = parts.front()->target();
  for (const Transition* part : parts)
    if (&part->target() != &first)
      throw OptionError("do",
                        fmt::format("all parts must leave the same density invariant, but one "
                                    "has the target \"{}\" and another \"{}\"",
                                    first.name(), part->target().name()));
}

std::vector<double> checked_weights(const Mixture::Options& options) {
  if (options.weights.size() != options.parts.size())
    throw OptionError("weights", fmt::format("expected {} weights, one for each part of `do:`, "
                                             "found {}",
                                             options.parts.size(), options.weights.size()));
  const double sum = std::accumulate(options.weights.begin(), options.weights.end(), 0.0);
  if (!std::isfinite(sum)) throw OptionError("weights", "their sum is too large for a number");
  return options.weights;
}

Mixture::Options& with_equal_weights_as_default(Mixture::Options& options) {
  if (options.weights.empty()) options.weights.assign(options.parts.size(), 1.0);
  return options;
}

std::vector<Transition*> one_for_each_parameter(ForEachParameter::Options& options) {
  const auto* target = dynamic_cast<const Target*>(options.transition.target());
  if (target == nullptr)
    throw OptionError("do",
                      "expected a transition that names its `target:`, the density whose "
                      "parameters are meant");
  std::vector<Transition*> parts;
  for (const std::size_t coordinate : chosen_coordinates(*target, options.parameters))
    parts.push_back(
        &options.transition.instantiate("$parameter", target->parameters()[coordinate]));
  return parts;
}

}  // namespace

Composition::Composition(std::vector<Transition*> parts) : parts_(std::move(parts)) {
  require_one_target(parts_);
}

Composition::~Composition() = default;

std::vector<Transition*> Composition::reversed_parts() const {
  std::vector<Transition*> reversals;
  for (Transition* part : parts_) {
    if (part->reversal() == nullptr) return {};
    reversals.push_back(part->reversal());
  }
  return reversals;
}

void Composition::own_reversal(std::unique_ptr<Transition> reversal) {
  owned_ = std::move(reversal);
  reversal_ = owned_.get();
}

Sequence::Sequence(std::vector<Transition*> parts_in_order)
    : Composition(std::move(parts_in_order)) {
  std::vector<Transition*> reversals = reversed_parts();
  std::reverse(reversals.begin(), reversals.end());
  if (reversals == parts())
    set_reversal(*this);
  else if (!reversals.empty())
    own_reversal(std::unique_ptr<Transition>(new Sequence(std::move(reversals), *this)));
}

Sequence::Sequence(std::vector<Transition*> parts_in_order, Transition& reversal)
    : Composition(std::move(parts_in_order)) {
  set_reversal(reversal);
}

void Sequence::move(State& x, Random& random, StepReport& report) {
  for (Transition* part : parts()) part->step(x, random, report);
}

Repeat::Repeat(Transition& part, std::size_t times) : Composition({&part}), times_(times) {
  Transition* reversed_part = part.reversal();
  if (reversed_part == &part)
    set_reversal(*this);
  else if (reversed_part != nullptr)
    own_reversal(std::unique_ptr<Transition>(new Repeat(*reversed_part, times, *this)));
}

Repeat::Repeat(Transition& part, std::size_t times, Transition& reversal)
    : Composition({&part}), times_(times) {
  set_reversal(reversal);
}

void Repeat::move(State& x, Random& random, StepReport& report) {
  for (std::size_t i = 0; i < times_; ++i) parts().front()->step(x, random, report);
}

Mixture::Mixture(Options& options)
    : Mixture(options.parts, checked_weights(with_equal_weights_as_default(options))) {}

Mixture::Mixture(std::vector<Transition*> alternatives, std::vector<double> weights)
    : Composition(std::move(alternatives)), weights_(std::move(weights)) {
  std::vector<Transition*> reversals = reversed_parts();
  if (reversals == parts())
    set_reversal(*this);
  else if (!reversals.empty())
    own_reversal(std::unique_ptr<Transition>(new Mixture(std::move(reversals), weights_, *this)));
}

Mixture::Mixture(std::vector<Transition*> alternatives, std::vector<double> weights,
                 Transition& reversal)
    : Composition(std::move(alternatives)), weights_(std::move(weights)) {
  set_reversal(reversal);
}

void Mixture::move(State& x, Random& random, StepReport& report) {
  parts()[draw_index(random, weights_)]->step(x, random, report);
}

ForEachParameter::ForEachParameter(Options& options) : Sequence(one_for_each_parameter(options)) {}

void Sequence::Options::declare(OptionTable& table) {
  table.add("do", parts).required().doc("The transitions, in the order in which they are made");
}

void Repeat::Options::declare(OptionTable& table) {
  table.add("do", part).required().doc("The transition to repeat");
  table.add("times", times).required().at_least(1).at_most(1e9).doc("How often it is made");
}

void Mixture::Options::declare(OptionTable& table) {
  table.add("do", parts).required().doc("The transitions, one of which is made");
  table.add("weights", weights)
      .above(0)
      .default_is("all equal")
      .doc("How likely each is to be chosen, relative to the others");
}

void ForEachParameter::Options::declare(OptionTable& table) {
  table.add("do", transition)
      .required()
      .doc("The transition for one parameter; $parameter in it stands for the parameter's name");
  table.add("parameters", parameters)
      .default_is("all of the target's")
      .doc("The parameters, in order; the name of a vector stands for all its elements");
}

void add_core_components(Registry& registry) {
  Registration registration("core", build_info::version);
  registration.add<Sequence>("sequence", "Transitions one after another");
  registration.add<Repeat>("repeat", "A transition, several times");
  registration.add<Mixture>("mixture", "One of several transitions, chosen at random");
  registration.add<ForEachParameter>("for_each_parameter",
                                     "A transition for each parameter, made from a template");
  registration.add<NoCacheType>("none", "Remembers nothing: every request is computed");
  registry.add(std::move(registration));
}

}  // namespace mcmc
