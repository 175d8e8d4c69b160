#include "emulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/mapping.hpp"

namespace mcmc::emulator {
namespace {

/// Evaluations that are remembered: fitting costs their number times the square of the surface's
/// size.
constexpr std::size_t remembered = 6000;

/// Seconds below which an evaluation costs no more than one of a surface.
constexpr double cheap = 1e-5;

/// In turn. With the smaller the depth of typical points is some tens of nats; with the larger,
/// some nats, as that of a thin mode of little mass may be.
constexpr std::array powers_of_flat_rounds{0.3, 0.1};

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double quantile(std::vector<double>& values, double probability) {
  const auto place = static_cast<std::ptrdiff_t>(probability * static_cast<double>(values.size()));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

}  // namespace

void Emulator::Options::declare(OptionTable& table) {
  table.add("of", of).required().doc("The density that is learned");
  table.add("fallback", fallback)
      .default_is("the density that is learned")
      .doc("The density that stands in for the emulator when too little was learned");
  table.add("largest_error", largest_error)
      .above(0)
      .unit("nats")
      .doc("The largest median error at held-out evaluations with which the emulator is used");
  table.add("size", size)
      .at_least(1)
      .at_most(5000)
      .default_is("100, and 100 more for each parameter")
      .doc("Basis functions of the surface, at most");
  table.add("depth", depth)
      .above(0)
      .unit("nats")
      .default_is("10, and 2.5 more for each parameter")
      .doc(
          "Depth below the best evaluation beyond which the surface is coarse; the highest "
          "evaluation within it is where the surface's upper bound comes from");
  table.add("defensive_weight", defensive_weight)
      .above(0)
      .below(1)
      .doc(
          "Weight of the heavy-tailed part, which keeps chains from staying where the surface is "
          "too low");
}

std::vector<Proposal> Emulator::propose(const TuningProblem& problem) {
  if (problem.seconds < cheap) return {};
  return {{"emulator", "{type: emulator, of: " + problem.label + ", cache: none}", {}}};
}

Emulator::Emulator(Options& options)
    : of_(options.of),
      fallback_(options.fallback != nullptr ? options.fallback : options.of),
      knowledge_{dynamic_cast<const HasLogPrior*>(&of_->density()),
                 dynamic_cast<const HasFeatures*>(&of_->density())},
      largest_error_(options.largest_error),
      fresh_(static_cast<Eigen::Index>(of_->parameters().size())),
      evidence_(std::make_shared<const Evidence>(fresh_)),
      held_out_{unknown, unknown},
      state_{of_->shared_parameters(), {}} {
  require_same_parameters("fallback", *fallback_, *of_);
  const std::size_t dimension = of_->parameters().size();
  if (!options.size) options.size = 100 + 100 * dimension;
  if (!options.depth) options.depth = 10 + 2.5 * static_cast<double>(dimension);
  options.fallback = fallback_;
  options_ = {*options.size, *options.depth, options.defensive_weight};
}

Emulator::~Emulator() = default;

bool Emulator::is_good_enough() const {
  return model_ != nullptr && held_out_.median <= largest_error_;
}

Evaluation Emulator::log_density(const Eigen::VectorXd& x) {
  if (is_frozen() && !is_good_enough()) {
    state_.x = x;
    return fallback_->log_density(state_);
  }
  if (model_ == nullptr) return Failure::not_fitted;
  if (static_cast<std::size_t>(x.size()) != parameters().size())
    throw std::invalid_argument("a point of the wrong dimension");
  return model_->log_density(x, knowledge_, scratch_, power());
}

/// In every other round of learning it is flat, so that the chain on it goes, and the target is
/// evaluated, also where the surface is wrongly low. Such places would else stay unknown: a surface
/// that is too high is visited and corrected, one that is too low is not.
double Emulator::power() const {
  if (is_frozen() || fits_ % 2 == 0) return 1;
  return powers_of_flat_rounds[fits_ / 2 % powers_of_flat_rounds.size()];
}

void Emulator::observe(const Eigen::VectorXd& x, double log_density) {
  fresh_.add(x, log_density);
  if (static_cast<std::size_t>(fresh_.size()) >= 2 * remembered) fresh_.keep_latest(remembered);
}

void Emulator::fit(std::span<Learner* const> chains) {
  std::vector<Emulator*> emulators;
  for (Learner* chain : chains) emulators.push_back(dynamic_cast<Emulator*>(chain));
  Evidence all = *evidence_;
  Evidence fresh(static_cast<Eigen::Index>(parameters().size()));
  for (const Emulator* emulator : emulators)
    for (Eigen::Index i = 0; i < emulator->fresh_.size(); ++i) {
      const Eigen::VectorXd x = emulator->fresh_.points().col(i);
      const double log_density = emulator->fresh_.log_densities()[i];
      if (all.add(x, log_density)) fresh.add(x, log_density);
    }
  all.keep_latest(remembered);
  if (fresh.size() > 0 && Model::can_learn(all, knowledge_)) {
    judge_on_new(all, fresh);
    model_ = std::make_shared<const Model>(all, knowledge_, options_, model_.get());
    ++fits_;
  }
  evidence_ = std::make_shared<const Evidence>(std::move(all));
  for (Emulator* emulator : emulators) {
    emulator->fresh_.clear();
    emulator->evidence_ = evidence_;
    emulator->model_ = model_;
    emulator->held_out_ = held_out_;
    emulator->fits_ = fits_;
  }
}

/// New evaluations are held out from the fit that was used until now. Before the first fit, every
/// fifth is held out from one that is made for this only.
void Emulator::judge_on_new(const Evidence& all, const Evidence& fresh) {
  if (model_ != nullptr) {
    judge(*model_, fresh);
    return;
  }
  Evidence learned(all.points().rows()), held_out(all.points().rows());
  for (Eigen::Index i = 0; i < all.size(); ++i)
    (i % 5 == 4 ? held_out : learned).add(all.points().col(i), all.log_densities()[i]);
  if (Model::can_learn(learned, knowledge_))
    judge(Model(learned, knowledge_, options_, nullptr), held_out);
}

/// Points count where either of the two believes to be near the mode. Where none is, the judgement
/// before stands.
void Emulator::judge(const Model& model, const Evidence& held_out) {
  const double best = std::max(model.best(), held_out.log_densities().maxCoeff());
  const double lowest = best - typical_depth(held_out.points().rows());
  std::vector<double> errors;
  Eigen::VectorXd x;
  for (Eigen::Index i = 0; i < held_out.size(); ++i) {
    x = held_out.points().col(i);
    const double truth = held_out.log_densities()[i];
    const double learned = model.log_density(x, knowledge_, scratch_, 1);
    if (std::max(truth, learned) >= lowest) errors.push_back(std::abs(learned - truth));
  }
  if (errors.empty()) return;
  held_out_ = {quantile(errors, 0.5), quantile(errors, 0.9), errors.size()};
}

void Emulator::freeze() {
  frozen_ = 1;
  fresh_.clear();
  // Sampling needs the model only.
  evidence_ = std::make_shared<const Evidence>(static_cast<Eigen::Index>(parameters().size()));
}

std::optional<Remark> Emulator::remark() const {
  const std::string stand_in = fmt::format("\"{}\" stands in for it", fallback_->name());
  if (model_ == nullptr)
    return Remark{true, fmt::format("warm-up evaluated \"{}\" too seldom to learn it; {}; give "
                                    "warm-up more iterations or rounds",
                                    of_->name(), stand_in)};
  const std::string learned = fmt::format(
      "fitted {} times to evaluations of \"{}\", {} basis functions; median error {:.2g} nats at "
      "{} "
      "held-out points, nine in ten below {:.2g}",
      fits_, of_->name(), model_->size(), held_out_.median, held_out_.points,
      held_out_.nine_in_ten);
  if (is_good_enough()) return Remark{false, learned};
  return Remark{true, fmt::format("{}; that is more than \"largest_error: {}\" allows; {}; give "
                                  "warm-up more rounds, or the emulator a larger \"size\"",
                                  learned, largest_error_, stand_in)};
}

void Emulator::persist(Archive& archive) {
  Eigen::VectorXd errors = Eigen::Vector2d(held_out_.median, held_out_.nine_in_ten);
  archive.array("held_out_error", errors);
  held_out_.median = errors[0];
  held_out_.nine_in_ten = errors[1];
  archive.integer("held_out_points", held_out_.points);
  archive.integer("fits", fits_);
  archive.integer("frozen", frozen_);
  fresh_.persist(archive, "fresh");
  Evidence evidence = *evidence_;
  evidence.persist(archive, "pooled");
  evidence_ = std::make_shared<const Evidence>(std::move(evidence));
  if (fits_ == 0) return;
  Model model = model_ ? *model_ : Model();
  model.persist(archive);
  if (model.coordinates() != Model::coordinates(*evidence_, knowledge_))
    throw Error(
        ExitCode::bad_data,
        fmt::format("what the emulator has learned of \"{}\" is of another version, where "
                    "a point had {} coordinates, not {}; start a new run with --force",
                    of_->name(), model.coordinates(), Model::coordinates(*evidence_, knowledge_)));
  model_ = std::make_shared<const Model>(std::move(model));
}

}  // namespace mcmc::emulator
