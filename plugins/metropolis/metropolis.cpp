#include "metropolis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mcmc::metropolis {
namespace {

std::vector<NormalProposal> make_proposals(Metropolis::Options& options) {
  const std::vector<std::size_t> coordinates =
      chosen_coordinates(*options.target, options.parameters);
  std::vector<NormalProposal> proposals;
  if (options.proposal == "joint")
    proposals.emplace_back(coordinates, options.scale);
  else
    for (const std::size_t coordinate : coordinates)
      proposals.emplace_back(std::vector{coordinate}, options.scale);
  return proposals;
}

/// min(1, pi(x') / pi(x)); 0 outside the support, even if x is outside too.
double acceptance_probability(double log_density, double proposed_log_density) {
  if (proposed_log_density == -std::numeric_limits<double>::infinity()) return 0;
  return std::exp(std::min(0.0, proposed_log_density - log_density));
}

}  // namespace

Metropolis::Metropolis(Options& options) : Metropolis(options, make_proposals(options)) {}

Metropolis::Metropolis(const Options& options, std::vector<NormalProposal> proposals)
    : CoordinateSweep(*options.target, proposals.size()),
      proposals_(std::move(proposals)),
      tuning_(options.tune) {}

Metropolis::~Metropolis() = default;

void Metropolis::Options::declare(OptionTable& table) {
  table.add("target", target).required().doc("The density to sample");
  table.add("proposal", proposal)
      .one_of({"per_parameter", "joint"})
      .doc("One parameter after another, or all of them at once");
  table.add("scale", scale)
      .above(0)
      .at_most(1e100)
      .doc("Standard deviation of each parameter's proposal at the start");
  table.add("parameters", parameters)
      .default_is("all of the target's")
      .doc("The parameters to update, in order; the name of a vector stands for all its elements");
  table.add("tune", tune).doc("Whether scales and covariance are learned during warm-up");
}

void Metropolis::update(std::size_t position, State& x, Random& random, StepReport& report) {
  NormalProposal& proposal = proposals_[position];
  const double log_density = target().log_density(x);
  current_ = x.x;
  proposal.propose(x.x, random);
  const double acceptance = acceptance_probability(log_density, target().log_density(x));
  report.proposal(acceptance);
  if (!random.bernoulli(acceptance)) x.x = current_;
  if (tuning_) proposal.note(x.x, acceptance);
}

void Metropolis::tune() {
  if (!tuning_) return;
  for (NormalProposal& proposal : proposals_) proposal.tune();
}

void Metropolis::freeze() {
  if (tuning_)
    for (NormalProposal& proposal : proposals_) proposal.settle();
  tuning_ = false;
}

void Metropolis::persist(Archive& archive) {
  Eigen::VectorXd scales(static_cast<Eigen::Index>(proposals_.size()));
  for (std::size_t i = 0; i < proposals_.size(); ++i)
    scales[static_cast<Eigen::Index>(i)] = proposals_[i].scale();
  archive.fixed_array("scale", scales);
  for (std::size_t i = 0; i < proposals_.size(); ++i) {
    proposals_[i].set_scale(scales[static_cast<Eigen::Index>(i)]);
    proposals_[i].persist(archive,
                          proposals_.size() == 1 ? "" : "proposal." + std::to_string(i + 1) + ".");
  }
}

}  // namespace mcmc::metropolis
