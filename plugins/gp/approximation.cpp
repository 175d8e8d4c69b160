#include "approximation.hpp"

#include "exact.hpp"
#include "mcmc/error.hpp"

namespace mcmc::gp {

void SubsetOptions::declare(OptionTable& table) {
  declare_of(table, of);
  cases.declare(table);
}

void declare_of(OptionTable& table, Target*& of) {
  table.add("of", of).required().doc(
      "The density to approximate, such as a `gp.exact`: its data, covariance and priors are used");
}

std::shared_ptr<Model> model_of(const Target& of) {
  const auto* process = dynamic_cast<const GaussianProcess*>(&of.density());
  if (process == nullptr)
    throw OptionError("of", "\"" + of.name() +
                                "\" is not the density of a Gaussian process: expected one of a "
                                "type such as gp.exact");
  return process->model();
}

std::vector<Proposal> proposed_sizes(const TuningProblem& problem, const std::string& type,
                                     const std::string& name, std::initializer_list<int> divisors) {
  constexpr Eigen::Index least = 10;
  std::vector<Proposal> proposals;
  const auto* exact = dynamic_cast<const Exact*>(problem.density);
  if (exact == nullptr) return proposals;
  for (const int divisor : divisors) {
    const Eigen::Index size = exact->model()->data().size() / divisor;
    if (size < least) continue;
    const std::string cases = std::to_string(size);
    proposals.push_back({name + "_" + cases,
                         "{type: " + type + ", of: " + problem.label + ", size: " + cases + "}",
                         {}});
  }
  return proposals;
}

Eigen::Index rank_among(const std::string& option, std::size_t rank, const Dataset& data) {
  if (rank < 1 || rank > static_cast<std::size_t>(data.size()))
    throw OptionError(option, std::to_string(rank) + " is no rank for " +
                                  std::to_string(data.size()) + " cases: expected 1 to " +
                                  std::to_string(data.size()));
  return static_cast<Eigen::Index>(rank);
}

std::string part_of_cases(Eigen::Index part, const Dataset& data) {
  return std::to_string(part) + " of " + std::to_string(data.size()) + " cases";
}

}  // namespace mcmc::gp
