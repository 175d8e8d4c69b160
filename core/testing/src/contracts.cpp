#include "mcmc/testing/contracts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "mcmc/abilities.hpp"
#include "mcmc/target.hpp"
#include "mcmc/testing/fixtures.hpp"

namespace mcmc::testing {
namespace {

using Points = std::vector<Eigen::VectorXd>;

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](double x, double y) { return same_bits(x, y); });
}

bool same_evaluation(const Evaluation& a, const Evaluation& b) {
  if (a.failed() || b.failed()) return a.failure() == b.failure();
  return same_bits(a.log_density(), b.log_density());
}

bool is_within(double log_density) {
  return log_density > -std::numeric_limits<double>::infinity();
}

std::string in_words(const Eigen::VectorXd& x) {
  std::string text;
  for (const double value : x) text += (text.empty() ? "(" : ", ") + std::to_string(value);
  return text + ")";
}

/// Collects what is broken.
class Findings {
 public:
  void expect(bool holds, const std::string& promise) {
    if (!holds && std::find(broken_.begin(), broken_.end(), promise) == broken_.end())
      broken_.push_back(promise);
  }
  /// Runs a check in which nothing may be thrown.
  template <class Check>
  void without_exception(const std::string& what, const Check& check) {
    try {
      check();
    } catch (const std::exception& problem) {
      expect(false, what + " threw: " + problem.what());
    }
  }
  Broken take() { return std::move(broken_); }

 private:
  Broken broken_;
};

bool are_names(const std::vector<std::string>& names) {
  const std::set<std::string> distinct(names.begin(), names.end());
  return distinct.size() == names.size() && !distinct.contains("");
}

void check_values(Density& density, const Points& points, Findings& findings) {
  std::vector<Evaluation> first;
  Eigen::VectorXd x;
  for (const Eigen::VectorXd& point : points) {
    x = point;
    first.push_back(density.log_density(x));
    findings.expect(same_bits(x, point), "log_density changed its argument " + in_words(point));
    const Evaluation& value = first.back();
    if (!value.failed())
      findings.expect(std::isfinite(value.log_density()) || value.log_density() == -INFINITY,
                      "log_density is neither finite nor minus infinity at " + in_words(point));
  }
  // The other way round, so that each point follows others than before.
  for (std::size_t i = points.size(); i-- > 0;)
    for (int repeat = 0; repeat < 2; ++repeat)
      findings.expect(same_evaluation(density.log_density(points[i]), first[i]),
                      "log_density depends on what came before at " + in_words(points[i]));
  const bool some_within = std::any_of(first.begin(), first.end(), [](const Evaluation& value) {
    return !value.failed() && is_within(value.log_density());
  });
  findings.expect(some_within, "none of the points is within the support: nothing was checked");
}

void check_prior(Density& density, const Points& points, Findings& findings) {
  const auto* prior = dynamic_cast<const HasLogPrior*>(&density);
  if (prior == nullptr) return;
  for (const Eigen::VectorXd& x : points) {
    const double log_prior = prior->log_prior(x);
    findings.expect(std::isfinite(log_prior) || log_prior == -INFINITY,
                    "log_prior is neither finite nor minus infinity at " + in_words(x));
    const Evaluation whole = density.log_density(x);
    findings.expect(same_bits(prior->log_prior(x), log_prior),
                    "log_prior depends on what came before at " + in_words(x));
    if (!whole.failed() && is_within(whole.log_density()))
      findings.expect(is_within(log_prior),
                      "the density is positive where its prior is zero: " + in_words(x));
  }
}

void check_features(Density& density, const Points& points, Findings& findings) {
  const auto* source = dynamic_cast<const HasFeatures*>(&density);
  if (source == nullptr) return;
  const Eigen::Index size = source->feature_count();
  for (const Eigen::VectorXd& x : points) {
    Eigen::VectorXd values = Eigen::VectorXd::Constant(size, NAN);
    source->features(x, values);
    findings.expect(values.allFinite(), "features are not finite at " + in_words(x));
  }
}

void check_prior_draws(Density& density, Findings& findings) {
  const auto* source = dynamic_cast<const CanDrawPrior*>(&density);
  if (source == nullptr) return;
  const auto size = static_cast<Eigen::Index>(density.parameters().size());
  const auto one = make_random_stream(1, 1, Purpose::start);
  const auto other = make_random_stream(1, 1, Purpose::start);
  for (int i = 0; i < 20; ++i) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size), y = Eigen::VectorXd::Ones(size);
    source->draw_prior(*one, x);
    source->draw_prior(*other, y);
    findings.expect(same_bits(x, y), "draw_prior depends on more than its random numbers");
    findings.expect(x.allFinite(), "draw_prior gives a point that is not finite");
    if (const auto* prior = dynamic_cast<const HasLogPrior*>(&density))
      findings.expect(is_within(prior->log_prior(x)),
                      "draw_prior gives a point outside the prior's support");
  }
}

void check_derived(Density& density, const Points& points, Findings& findings) {
  const auto* derived = dynamic_cast<const HasDerivedOutputs*>(&density);
  if (derived == nullptr) return;
  std::vector<std::string> names = derived->derived_names();
  const auto size = static_cast<Eigen::Index>(names.size());
  for (const Eigen::VectorXd& x : points) {
    Eigen::VectorXd values = Eigen::VectorXd::Constant(size, NAN);
    derived->derive(x, values);
    findings.expect(!values.hasNaN(), "derive leaves a value out, or gives NaN, at " + in_words(x));
  }
  names.insert(names.end(), density.parameters().begin(), density.parameters().end());
  findings.expect(are_names(names), "names of parameters and derived values are not distinct");
}

void check_dimension(Density& density, Findings& findings) {
  NoCache cache;
  Target target("density", density, cache, OnFailure::reject);
  State wrong{target.shared_parameters(), {}};
  wrong.x.setZero(static_cast<Eigen::Index>(density.parameters().size()) + 1);
  try {
    target.log_density(wrong);
    findings.expect(false, "a point of the wrong dimension was evaluated");
  } catch (const std::exception&) {
  }
}

/// Hands on another stream's numbers, so many of them, and then throws.
class FailingRandom final : public Random {
 public:
  struct Exhausted : std::runtime_error {
    Exhausted() : std::runtime_error("no more random numbers") {}
  };
  FailingRandom(Random& from, std::size_t numbers) : from_(&from), left_(numbers) {}

  double uniform() override { return next().uniform(); }
  std::uint64_t below(std::uint64_t n) override { return next().below(n); }
  bool bernoulli(double p) override { return next().bernoulli(p); }
  double normal() override { return next().normal(); }
  double exponential() override { return next().exponential(); }

 private:
  Random& next() {
    if (left_ == 0) throw Exhausted();
    --left_;
    return *from_;
  }
  Random* from_;
  std::size_t left_;
};

/// Checks the reports on the way.
class WatchingRandom final : public Random {
 public:
  WatchingRandom(Random& from, Findings& findings) : from_(&from), findings_(&findings) {}

  double uniform() override { return from_->uniform(); }
  std::uint64_t below(std::uint64_t n) override {
    findings_->expect(n > 0, "below(0) was asked of the random numbers");
    return from_->below(n);
  }
  bool bernoulli(double p) override {
    findings_->expect(!std::isnan(p) && p >= 0, "bernoulli(p) was asked with p negative or NaN");
    return from_->bernoulli(p);
  }
  double normal() override { return from_->normal(); }
  double exponential() override { return from_->exponential(); }

 private:
  Random* from_;
  Findings* findings_;
};

constexpr int steps = 20;

State state_at(const Transition& transition, const Eigen::VectorXd& x) {
  return {transition.target().shared_parameters(), x};
}

void check_moves(Transition& transition, const Points& points, Findings& findings) {
  Target& target = transition.target();
  for (const Eigen::VectorXd& point : points) {
    const auto numbers = make_random_stream(1, 1, Purpose::sampling);
    const auto same_numbers = make_random_stream(1, 1, Purpose::sampling);
    WatchingRandom random(*numbers, findings);
    State x = state_at(transition, point), y = x;
    if (!is_within(target.log_density(x))) continue;
    for (int i = 0; i < steps; ++i) {
      const std::uint64_t steps_before = transition.steps();
      StepReport report, same_report;
      transition.step(x, random, report);
      findings.expect(transition.steps() == steps_before + 1, "a step was not counted");
      const double acceptance = report.mean_acceptance();
      findings.expect(acceptance >= 0 && acceptance <= 1, "an acceptance is outside [0, 1]");
      findings.expect(x.x.size() == point.size(), "a step changed the dimension");
      findings.expect(is_within(target.log_density(x)), "a step left the target's support");
      transition.step(y, *same_numbers, same_report);
      findings.expect(same_bits(x.x, y.x), "the same random numbers gave another step");
    }
  }
}

Eigen::VectorXd stepped_from(Transition& transition, const State& start) {
  State x = start;
  StepReport report;
  transition.step(x, *make_random_stream(3, 1, Purpose::sampling), report);
  return x.x;
}

void check_failures(Transition& transition, const Points& points, Findings& findings) {
  constexpr std::size_t most_numbers = 10;
  for (const Eigen::VectorXd& point : points) {
    const State start = state_at(transition, point);
    if (!is_within(transition.target().log_density(start))) continue;
    const Eigen::VectorXd expected = stepped_from(transition, start);
    for (std::size_t numbers = 0; numbers < most_numbers; ++numbers) {
      State x = start;
      StepReport report;
      try {
        const auto stream = make_random_stream(2, 1, Purpose::sampling);
        FailingRandom random(*stream, numbers);
        transition.step(x, random, report);
      } catch (const FailingRandom::Exhausted&) {
        findings.expect(same_bits(x.x, point), "a step that failed in the middle moved the state");
        findings.expect(report.proposals() == 0, "a step that failed in the middle was reported");
      }
      findings.expect(same_bits(stepped_from(transition, start), expected),
                      "a failure in the middle leaves something behind");
    }
  }
}

void check_reversal(Transition& transition, Findings& findings) {
  Transition* reversal = transition.reversal();
  if (reversal == nullptr) return;
  findings.expect(reversal->reversal() == &transition,
                  "the reversal of the reversal is another transition");
  findings.expect(&reversal->target() == &transition.target(), "the reversal has another target");
}

double next_after(double value) {
  return std::nextafter(value, std::numeric_limits<double>::infinity());
}

}  // namespace

Broken broken_promises(Density& density, const Points& points) {
  Findings findings;
  const ParameterNames& names = density.parameters();
  findings.expect(are_names({names.begin(), names.end()}), "names of parameters are not distinct");
  findings.without_exception("log_density", [&] { check_values(density, points, findings); });
  findings.without_exception("log_prior", [&] { check_prior(density, points, findings); });
  findings.without_exception("features", [&] { check_features(density, points, findings); });
  findings.without_exception("draw_prior", [&] { check_prior_draws(density, findings); });
  findings.without_exception("derive", [&] { check_derived(density, points, findings); });
  check_dimension(density, findings);
  return findings.take();
}

Broken broken_promises(Transition& transition, const Points& points) {
  Findings findings;
  findings.without_exception("step", [&] { check_moves(transition, points, findings); });
  findings.without_exception("step", [&] { check_failures(transition, points, findings); });
  check_reversal(transition, findings);
  return findings.take();
}

Broken broken_promises(Mapping& mapping, const Points& points) {
  Findings findings;
  const auto random = make_random_stream(4, 1, Purpose::sampling);
  findings.without_exception("mapping", [&] {
    for (const Eigen::VectorXd& point : points) {
      const State start{mapping.target().shared_parameters(), point};
      if (!is_within(mapping.target().log_density(start))) continue;
      for (const bool is_abandoned : {false, true}) {
        State x = start;
        mapping.map_up(x, *random);
        if (is_abandoned) {
          mapping.abandon();
          mapping.map_up(x, *random);
        }
        mapping.map_down(x, *random);
        findings.expect(same_bits(x.x, point), "up and down without an update moved the state");
      }
    }
  });
  Broken broken = findings.take();
  for (const std::size_t updates : {1, 3}) {
    MappedTransition transition(mapping, updates);
    for (std::string& promise : broken_promises(transition, points))
      broken.push_back(std::move(promise));
  }
  return broken;
}

Broken broken_promises(Cache& cache, Eigen::Index dimension) {
  Findings findings;
  const auto random = make_random_stream(5, 1, Purpose::sampling);
  Points points;
  for (int i = 0; i < 200; ++i) {
    Eigen::VectorXd x(dimension);
    for (double& value : x) value = random->normal();
    points.push_back(x);
    cache.insert(x, i);
    for (int earlier = 0; earlier <= i; ++earlier)
      if (const auto found = cache.find(points[static_cast<std::size_t>(earlier)]))
        findings.expect(*found == earlier, "a point has another point's log density");
  }
  for (Eigen::Index i = 0; i < dimension; ++i) {
    Eigen::VectorXd zero = Eigen::VectorXd::Zero(dimension);
    cache.insert(zero, 1);
    zero[i] = -0.0;
    findings.expect(!cache.find(zero), "minus zero was taken for zero");
    Eigen::VectorXd near = points.back();
    cache.insert(near, 2);
    near[i] = next_after(near[i]);
    findings.expect(!cache.find(near), "a point that differs in one bit was taken for another");
  }
  cache.clear();
  for (const Eigen::VectorXd& x : points)
    findings.expect(!cache.find(x), "something was found after `clear`");
  return findings.take();
}

}  // namespace mcmc::testing
