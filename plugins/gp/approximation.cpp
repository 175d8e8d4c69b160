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

bool is_exact(const TuningProblem& problem) {
  return dynamic_cast<const Exact*>(problem.density) != nullptr;
}

std::vector<Proposal> proposed_sizes(const TuningProblem& problem, const std::string& type,
                                     const std::string& name, std::initializer_list<int> divisors) {
  constexpr Eigen::Index least = 10;
  std::vector<Proposal> proposals;
  if (!is_exact(problem)) return proposals;
  const Eigen::Index cases = static_cast<const Exact*>(problem.density)->model()->data().size();
  for (const int divisor : divisors) {
    if (cases / divisor < least) continue;
    const std::string size = std::to_string(cases / divisor);
    proposals.push_back({name + "_" + size,
                         "{type: " + type + ", of: " + problem.label + ", size: " + size + "}",
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
