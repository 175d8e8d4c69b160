#include "mcmc/tune.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "approximation_search.hpp"
#include "contestant.hpp"
#include "evaluation_time.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/mapping.hpp"
#include "tuning_choice.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Of each chain, in the first round of the trials.
constexpr std::size_t first_draws = 20;
/// CPU seconds that may be spent however cheap the density is: some of them are for overheads.
constexpr double least_budget = 0.5;
/// Of warm-up, with the pipeline's own transition and with the chosen one.
constexpr std::size_t own_warmup = 20;
constexpr const char* chosen_warmup = "iterations: 50";
constexpr const char* learning_warmup = "iterations: 20, rounds: 10";

/// Hears nothing of the trials' progress, but may interrupt them.
class Onlooker final : public RunMonitor {
 public:
  explicit Onlooker(const RunMonitor& monitor) : monitor_(&monitor) {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  void begin(const RunOutline&) override {}
  void iteration_done(std::size_t) override {}
  void end() override {}
  ExitCode should_stop() const override { return monitor_->should_stop(); }

 private:
  const RunMonitor* monitor_;
};

double process_cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

struct Candidate {
  Trial trial;
  Pipeline::Settings settings;
  std::size_t turn = 0;  ///< every approximation has its first way tried before any has its second
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;

std::string as_start(const Target& target, const State& state) {
  std::string text;
  for (std::size_t i = 0; i < target.parameters().size(); ++i)
    text += fmt::format("{}{}: {}", i > 0 ? ", " : "", target.parameters()[i],
                        state.x[static_cast<Eigen::Index>(i)]);
  return "{" + text + "}";
}

/// The variance of the variable in all draws that there are: every contestant samples the same.
double variance_of(const Contestants& contestants) {
  double sum = 0, squares = 0, count = 0;
  for (const auto& contestant : contestants) {
    const Eigen::MatrixXd values = contestant->values();
    sum += values.sum();
    squares += values.squaredNorm();
    count += static_cast<double>(values.size());
  }
  return std::max((squares - sum * sum / count) / count, std::numeric_limits<double>::min());
}

class Tuner {
 public:
  Tuner(const Pipeline& pipeline, const Registry& registry, const TuneSettings& settings,
        RunMonitor& monitor)
      : pipeline_(&pipeline),
        registry_(&registry),
        settings_(settings),
        monitor_(&monitor),
        onlooker_(monitor),
        began_(process_cpu_seconds()) {}

  Tuning run();

 private:
  Contestant& own() { return *contestants_.front(); }
  Target& target() { return own().ensemble().chains().front()->target(); }
  double spent() const { return process_cpu_seconds() - began_; }
  bool can_afford_to_double(std::size_t draws) const;

  void try_own();
  std::vector<Candidate> candidates();
  void add_ways_of_using(const Approximation& approximation, std::vector<Candidate>& candidates);
  void add_other_kernels(std::vector<Candidate>& candidates);
  void leave_out(Trial trial, const std::string& outcome);
  void enter(Candidate candidate);
  void go_on(std::size_t draws);
  void drop_dearer_half();
  Pipeline::Settings choice_of(const Contestant& best);

  const Pipeline* pipeline_;
  const Registry* registry_;
  TuneSettings settings_;
  RunMonitor* monitor_;
  Onlooker onlooker_;
  double began_;
  double budget_seconds_ = infinity;
  double seconds_per_evaluation_ = 0;
  std::string start_;
  Contestants contestants_;  ///< still in the race; at first the own transition leads
  std::vector<Trial> finished_;
  /// To warm up and make the first draws, by the setting that adds the approximation.
  std::map<std::string, double> entry_seconds_;
};

void Tuner::leave_out(Trial trial, const std::string& outcome) {
  trial.outcome = outcome;
  finished_.push_back(std::move(trial));
}

void Tuner::try_own() {
  contestants_.push_back(std::make_unique<Contestant>(
      Trial{"own transition"}, *pipeline_, Pipeline::Settings{}, "", settings_.threads, onlooker_));
  own().warm_up();
  own().sample(first_draws);
  own().measure(variance_of(contestants_));
  const Chain& chain = *own().ensemble().chains().front();
  start_ = as_start(target(), chain.state());
  budget_seconds_ = std::max(least_budget, settings_.budget * own().trial().cpu_per_iteration);
  constexpr std::size_t times = 3;
  const FlushSubnormals flush_subnormals;
  seconds_per_evaluation_ = seconds_of_full_evaluation(target().density(), chain.state().x, times);
  const Node* densities = pipeline_->document().find("densities");
  if (densities->find(target().name()) == nullptr)
    throw Error(ExitCode::bad_pipeline,
                fmt::format("{}: the density to sample is written inside another component; to "
                            "tune, give it a label under \"densities:\"",
                            pipeline_->file()));
}

void Tuner::add_ways_of_using(const Approximation& approximation,
                              std::vector<Candidate>& candidates) {
  std::size_t turn = 0;
  const std::vector<Proposal> kernels = proposals(
      *registry_, Transition::kind, {approximation.label, nullptr, approximation.seconds});
  for (const Proposal& kernel : kernels)
    for (const Proposal& mapping :
         proposals(*registry_, Mapping::kind,
                   {target().name(), &target().density(), seconds_per_evaluation_, &kernel,
                    approximation.seconds})) {
      std::string way = approximation.proposal.name;
      if (kernels.size() > 1) way += ", " + kernel.name;
      Candidate candidate{approximation.trial(seconds_per_evaluation_), approximation.settings()};
      candidate.trial.way = way + ", " + mapping.name;
      candidate.settings.emplace_back("sample.transition", mapping.settings);
      candidate.turn = turn++;
      candidates.push_back(std::move(candidate));
    }
}

/// Transitions of the target itself, but for those of the type that the pipeline has.
void Tuner::add_other_kernels(std::vector<Candidate>& candidates) {
  const Chain& chain = *own().ensemble().chains().front();
  std::string own_type;
  for (const Graph::Part& part : chain.graph().parts())
    if (part.component == chain.options().transition) own_type = part.type;
  for (const ComponentType& type : registry_->types()) {
    if (type.kind != Transition::kind || type.propose == nullptr || type.type == own_type) continue;
    for (const Proposal& kernel : type.propose({target().name(), &target().density()}))
      candidates.push_back({{kernel.name}, {{"sample.transition", kernel.settings}}});
  }
}

std::vector<Candidate> Tuner::candidates() {
  std::vector<Candidate> all;
  const ApproximationSearch search(*pipeline_, *registry_, target(), own().draws(),
                                   seconds_per_evaluation_);
  for (const Approximation& approximation : search.promising) add_ways_of_using(approximation, all);
  for (const Approximation& approximation : search.others)
    leave_out(approximation.trial(seconds_per_evaluation_), "not tried: others promise more");
  for (const Trial& trial : search.unusable) leave_out(trial, trial.outcome);
  add_other_kernels(all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.turn < b.turn; });
  return all;
}

/// What another way with the same approximation has cost is taken for what this one will.
void Tuner::enter(Candidate candidate) {
  const double before = spent();
  double& entry_seconds = entry_seconds_[candidate.settings.front().first];
  if (before + entry_seconds > budget_seconds_)
    return leave_out(std::move(candidate.trial), "not tried: the budget was spent");
  const Trial trial = candidate.trial;
  try {
    auto contestant = std::make_unique<Contestant>(candidate.trial, *pipeline_, candidate.settings,
                                                   start_, settings_.threads, onlooker_);
    contestant->warm_up();
    contestant->sample(first_draws);
    contestants_.push_back(std::move(contestant));
  } catch (const Error& error) {
    if (monitor_->should_stop() != ExitCode::ok) throw;
    leave_out(trial, fmt::format("left out: {}", error.what()));
  }
  entry_seconds = spent() - before;
}

void Tuner::go_on(std::size_t draws) {
  Contestants still_whole;
  for (auto& contestant : contestants_) {
    try {
      contestant->sample(draws);
      still_whole.push_back(std::move(contestant));
    } catch (const Error& error) {
      if (monitor_->should_stop() != ExitCode::ok) throw;
      leave_out(contestant->trial(), fmt::format("left out: {}", error.what()));
    }
  }
  contestants_ = std::move(still_whole);
}

/// Whether the budget lasts until all that are still in the race have so many draws, of which they
/// have half.
bool Tuner::can_afford_to_double(std::size_t draws) const {
  const std::size_t iterations = draws / 2 * trial_chains;
  double cost = 0;
  for (const auto& contestant : contestants_)
    cost += contestant->trial().cpu_per_iteration * static_cast<double>(iterations);
  return spent() + cost <= budget_seconds_;
}

void Tuner::drop_dearer_half() {
  const double variance = variance_of(contestants_);
  for (const auto& contestant : contestants_) contestant->measure(variance);
  std::sort(contestants_.begin(), contestants_.end(),
            [](const auto& a, const auto& b) { return a->trial().cost < b->trial().cost; });
  const std::size_t kept = (contestants_.size() + 1) / 2;
  for (std::size_t i = kept; i < contestants_.size(); ++i)
    leave_out(contestants_[i]->trial(), "dearer");
  contestants_.resize(kept);
}

/// The pipeline of the best way: its warm-up begins with what the user asked for, or else with the
/// pipeline's own transition.
Pipeline::Settings Tuner::choice_of(const Contestant& best) {
  const LabelledTransition own = own_transition(*pipeline_);
  Pipeline::Settings choice{{"sample.tune", "none"}};
  choice.insert(choice.end(), own.settings.begin(), own.settings.end());
  const Node* sample = pipeline_->document().find("sample");
  Node warmup = Node::list();
  if (const Node* given = sample->find("warmup"); given != nullptr && given->is_list())
    warmup = *given;
  const auto add_phase = [&](const std::string& label, const std::string& length) {
    warmup.items().push_back(parse_yaml(fmt::format("{{transition: {}, {}}}", label, length), ""));
  };
  const bool is_own = best.additions().empty();
  if (warmup.items().empty())
    add_phase(own.label, fmt::format("iterations: {}", is_own ? 5 * own_warmup : own_warmup));
  if (!is_own) {
    const std::string label = free_label(*pipeline_, "transitions", "tuned");
    for (const auto& [name, value] : best.additions())
      choice.emplace_back(name == "sample.transition" ? "transitions." + label : name, value);
    choice.emplace_back("sample.transition", label);
    const bool learns = learns_a_density(Pipeline(*pipeline_, choice).build());
    add_phase(label, learns ? learning_warmup : chosen_warmup);
  }
  choice.emplace_back("sample.warmup", to_yaml(warmup));
  return choice;
}

Tuning Tuner::run() {
  try_own();
  for (Candidate& candidate : candidates()) {
    monitor_->note("trying " + candidate.trial.way);
    enter(std::move(candidate));
  }
  const Trial first_own = own().trial();
  drop_dearer_half();
  for (std::size_t draws = 2 * first_draws; contestants_.size() > 1 && can_afford_to_double(draws);
       draws *= 2) {
    go_on(draws);
    drop_dearer_half();
  }
  std::sort(contestants_.begin(), contestants_.end(),
            [](const auto& a, const auto& b) { return a->trial().cost < b->trial().cost; });
  Tuning tuning;
  tuning.choice = choice_of(*contestants_.front());
  for (const auto& contestant : contestants_)
    leave_out(contestant->trial(), contestant == contestants_.front() ? "chosen" : "dearer");
  tuning.trials = std::move(finished_);
  const auto rank = [&](const Trial& trial) {
    if (trial.way == first_own.way) return -infinity;
    return std::isnan(trial.cost) ? infinity : trial.cost;
  };
  std::stable_sort(tuning.trials.begin(), tuning.trials.end(),
                   [&](const Trial& a, const Trial& b) { return rank(a) < rank(b); });
  for (Trial& trial : tuning.trials) trial.ratio = trial.cost / tuning.trials.front().cost;
  tuning.cpu_seconds = spent();
  tuning.own_iterations = tuning.cpu_seconds / first_own.cpu_per_iteration;
  return tuning;
}

}  // namespace

Tuning tune(const Pipeline& pipeline, const Registry& registry, const TuneSettings& settings,
            RunMonitor& monitor) {
  return Tuner(pipeline, registry, settings, monitor).run();
}

}  // namespace mcmc
