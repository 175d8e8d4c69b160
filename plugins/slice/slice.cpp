#include "slice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::slice {
namespace {

/// For Gaussians 4 costs fewest evaluations per effective draw, and 3 to 6 within 2 % of that; the
/// mean distance itself hardly depends on the width.
constexpr double width_per_distance = 4.0;

/// Beyond these, as a flat density would make them, widths overflow when they are stepped out.
constexpr double smallest_width = 1e-100;
constexpr double largest_width = 1e100;

}  // namespace

std::vector<Proposal> Slice::propose(const TuningProblem& problem) {
  const std::string target = "{type: slice, target: " + problem.label;
  return {{"slice", target + "}", target + ", parameters: [$parameter]}"}};
}

Slice::Slice(const Options& options, std::vector<std::size_t> coordinates)
    : CoordinateSweep(*options.target, coordinates.size()),
      coordinates_(std::move(coordinates)),
      max_steps_out_(options.max_steps_out),
      tuning_(options.tune) {
  const auto size = static_cast<Eigen::Index>(coordinates_.size());
  widths_.setConstant(size, options.width);
  distances_.setZero(size);
  updates_.setZero(size);
}

Slice::~Slice() = default;

void Slice::Options::declare(OptionTable& table) {
  table.add("target", target).required().doc("The density to sample");
  table.add("width", width)
      .above(0)
      .at_most(largest_width)
      .doc("Width of every parameter's interval before it is stepped out, at the start");
  table.add("max_steps_out", max_steps_out)
      .at_least(1)
      .doc("The interval is stepped out to at most this many widths");
  table.add("parameters", parameters)
      .default_is("all of the target's")
      .doc("The parameters to update, in order; the name of a vector stands for all its elements");
  table.add("tune", tune).doc("Whether the widths are tuned during warm-up");
}

void Slice::update(std::size_t position, State& x, Random& random, StepReport&) {
  const auto i = static_cast<Eigen::Index>(position);
  double& value = x.x[static_cast<Eigen::Index>(coordinates_[position])];
  const double before = value;
  const double level = draw_level(x, random);
  const Interval interval = step_out(x, value, level, widths_[i], random);
  value = before;
  shrink(x, value, level, interval, random);
  if (!tuning_) return;
  distances_[i] += std::abs(value - before);
  updates_[i] += 1;
}

double Slice::draw_level(const State& x, Random& random) const {
  const double log_density = target().log_density(x);
  if (!std::isfinite(log_density))
    throw Error(ExitCode::internal, "slice sampling \"" + target().name() +
                                        "\" cannot start where its log density is minus infinity");
  return log_density - random.exponential();
}

Slice::Interval Slice::step_out(State& x, double& value, double level, double width,
                                Random& random) const {
  const auto is_above = [&](double point) {
    value = point;
    return target().log_density(x) >= level;
  };
  const double left = value - width * random.uniform();
  Interval interval{left, left + width};
  // The limit must be split at random: any other way, x and x' would not be exchangeable.
  std::uint64_t steps_left = random.below(max_steps_out_);
  std::uint64_t steps_right = max_steps_out_ - 1 - steps_left;
  for (; steps_left > 0 && is_above(interval.left); --steps_left) interval.left -= width;
  for (; steps_right > 0 && is_above(interval.right); --steps_right) interval.right += width;
  return interval;
}

/// Ends at the latest when the interval has collapsed onto x itself, which is above the level.
void Slice::shrink(State& x, double& value, double level, Interval interval, Random& random) const {
  const double start = value;
  for (;;) {
    value = interval.left + random.uniform() * (interval.right - interval.left);
    if (target().log_density(x) >= level) return;
    (value < start ? interval.left : interval.right) = value;
  }
}

void Slice::tune() {
  if (!tuning_ || updates_.isZero()) return;
  ++tunings_;
  const double gain = std::pow(static_cast<double>(tunings_) + 1, -0.6);
  for (Eigen::Index i = 0; i < widths_.size(); ++i) {
    if (updates_[i] == 0) continue;
    const double wanted = width_per_distance * distances_[i] / updates_[i];
    widths_[i] =
        std::clamp(widths_[i] + gain * (wanted - widths_[i]), smallest_width, largest_width);
  }
  distances_.setZero();
  updates_.setZero();
}

void Slice::persist(Archive& archive) {
  archive.fixed_array("width", widths_);
  archive.integer("tunings", tunings_);
}

}  // namespace mcmc::slice
