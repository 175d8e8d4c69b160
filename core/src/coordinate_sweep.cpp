#include "mcmc/coordinate_sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mcmc/error_list.hpp"
#include "mcmc/suggestion.hpp"
#include "templates.hpp"

namespace mcmc {
namespace {

OptionError no_such_parameter(const Target& target, const std::string& parameter) {
  const ParameterNames& names = target.parameters();
  std::vector<std::string> known = names.known_names();
  known.emplace_back(parameter_placeholder);
  return {"parameters",
          fmt::format("the density \"{}\" has no parameter \"{}\"; expected {}{}", target.name(),
                      parameter, fmt::join(names, ", "), did_you_mean(parameter, known))};
}

}  // namespace

class CoordinateSweep::Reversed final : public Transition {
 public:
  explicit Reversed(CoordinateSweep& sweep) : sweep_(&sweep) {}
  Target& target() const override { return sweep_->target(); }
  Transition* reversal() override { return sweep_; }

 private:
  void move(State& x, Random& random, StepReport& report) override {
    for (std::size_t i = sweep_->updates_; i-- > 0;) sweep_->update(i, x, random, report);
  }

  CoordinateSweep* sweep_;
};

CoordinateSweep::CoordinateSweep(Target& target, std::size_t updates)
    : target_(&target), updates_(updates) {
  if (updates > 1) reversed_ = std::make_unique<Reversed>(*this);
}

CoordinateSweep::~CoordinateSweep() = default;

void CoordinateSweep::move(State& x, Random& random, StepReport& report) {
  for (std::size_t i = 0; i < updates_; ++i) update(i, x, random, report);
}

std::vector<std::size_t> chosen_coordinates(const Target& target,
                                            std::vector<std::string>& parameters) {
  const ParameterNames& names = target.parameters();
  if (parameters.empty()) parameters.assign(names.begin(), names.end());
  std::vector<std::size_t> chosen;
  ErrorList errors;
  for (const std::string& parameter : parameters) {
    const std::vector<std::size_t> coordinates = names.find(parameter);
    if (coordinates.empty()) errors.add(no_such_parameter(target, parameter));
    for (const std::size_t coordinate : coordinates) {
      if (std::find(chosen.begin(), chosen.end(), coordinate) != chosen.end())
        errors.add(OptionError(
            "parameters",
            fmt::format("\"{}\" is chosen twice; name each parameter once", names[coordinate])));
      chosen.push_back(coordinate);
    }
  }
  errors.throw_if_any();
  return chosen;
}

}  // namespace mcmc
