// What of a chain is saved, and how it goes back to it.
#include <fmt/format.h>

#include <cmath>

#include "chain.hpp"
#include "mcmc/error.hpp"

namespace mcmc {

void Chain::note_moment() {
  before_.x = state_.x;
  before_.random_place = random_->place();
  before_.report = report_;
  before_.since_draw = since_draw_;
  before_.draws_kept = draws_kept_;
  before_.iterations = progress_.iterations;
}

bool Chain::go_back() {
  if (!is_sampling() || before_.x.size() == 0 || before_.draws_kept != draws_kept_) return false;
  state_.x = before_.x;
  random_->go_to(before_.random_place);
  report_ = before_.report;
  since_draw_ = before_.since_draw;
  progress_.iterations = before_.iterations;
  left_over_.clear();
  return true;
}

void Chain::note_written(DrawSink* sink) {
  stopwatch_.lap();
  if (sink != nullptr) (is_sampling() ? draw_bytes_ : warmup_bytes_) = sink->secure();
}

/// Asks nothing of the density, whose evaluation may take long.
void Chain::note_log_density() {
  saved_log_density_ = target().cache().find(state_.x);
  if (!saved_log_density_ && row_.segment(2, state_.x.size()) == state_.x)
    saved_log_density_ = row_[0];
}

void Chain::persist(Archive& archive) {
  note_log_density();
  archive.integer("phase", progress_.phase);
  archive.integer("round", progress_.round);
  archive.integer("iterations", progress_.iterations);
  archive.integer("draws_kept", draws_kept_);
  archive.integer("warmup_bytes", warmup_bytes_);
  archive.integer("draw_bytes", draw_bytes_);
  archive.fixed_array("state", state_.x);
  random_->persist(archive);
  archive.integer("since_draw", since_draw_);
  report_.persist(archive);
  persist_left_over(archive);
  archive.number("warmup_seconds", warmup_seconds_);
  archive.number("sampling_seconds", sampling_seconds_);
  std::uint64_t is_known = saved_log_density_.has_value() ? 1 : 0;
  double log_density = saved_log_density_.value_or(0);
  archive.integer("log_density_is_known", is_known);
  archive.number("log_density", log_density);
  saved_log_density_.reset();
  if (is_known != 0) saved_log_density_ = log_density;
}

void Chain::persist_left_over(Archive& archive) {
  const Eigen::Index size = state_.x.size();
  Eigen::VectorXd states(size * static_cast<Eigen::Index>(left_over_.size()));
  for (std::size_t i = 0; i < left_over_.size(); ++i)
    states.segment(static_cast<Eigen::Index>(i) * size, size) = left_over_[i].x;
  archive.array("left_over", states);
  left_over_.assign(static_cast<std::size_t>(states.size() / size), state_);
  for (std::size_t i = 0; i < left_over_.size(); ++i)
    left_over_[i].x = states.segment(static_cast<Eigen::Index>(i) * size, size);
}

void Chain::check_progress() const {
  const std::vector<WarmupPhase>& phases = plan_.sample.warmup;
  const bool is_warming_up = progress_.phase < phases.size();
  const bool is_possible =
      is_sampling() || (is_warming_up && progress_.round < phases[progress_.phase].rounds &&
                        progress_.iterations <= phases[progress_.phase].iterations);
  if (!is_possible)
    throw Error(
        ExitCode::bad_data,
        fmt::format("the checkpoint of chain {} is at a place that the pipeline does not have "
                    "(phase {} of warm-up, round {}, iteration {}); start a new run with "
                    "--force",
                    number_, progress_.phase + 1, progress_.round + 1, progress_.iterations));
}

void Chain::check_log_density(double largest_difference) {
  const Evaluation now = target().density().log_density(state_.x);
  const double value = now.failed() ? std::nan("") : now.log_density();
  const bool is_possible = std::isfinite(value);
  if (is_possible && (!saved_log_density_ || value == *saved_log_density_ ||
                      std::abs(value - *saved_log_density_) <= largest_difference))
    return;
  throw Error(
      ExitCode::bad_pipeline,
      fmt::format(
          "the log density of \"{}\" at the state of chain {} is {:.17g} now, and was {} when "
          "it was saved: its data, its plugin, a program or the machine has changed; put it "
          "back, or start a new run",
          target().name(), number_, value,
          saved_log_density_ ? fmt::format("{:.17g}", *saved_log_density_) : "finite"));
}

}  // namespace mcmc
