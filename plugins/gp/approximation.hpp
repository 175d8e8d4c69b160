#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/gp/case_selection.hpp"
#include "mcmc/gp/gaussian_process.hpp"
#include "mcmc/options.hpp"
#include "mcmc/proposal.hpp"
#include "mcmc/target.hpp"

/// What the approximations of a Gaussian process's density have in common.
namespace mcmc::gp {

/// The options of an approximation that uses some of the cases.
struct SubsetOptions {
  Target* of = nullptr;
  CaseSelection cases;
  void declare(OptionTable& table);
};

/// The option `of`: the density whose model an approximation shares.
void declare_of(OptionTable& table, Target*& of);

/// Its data, covariance and priors. @throws OptionError about `of` if it is no Gaussian process
std::shared_ptr<Model> model_of(const Target& of);

/// Whether the density is a `gp.exact`, of which approximations propose themselves.
bool is_exact(const TuningProblem& problem);

/// What a type that takes `size` proposes where the density is a `gp.exact`: the cases divided by
/// each of the divisors. @param name "subset" gives "subset_60"
std::vector<Proposal> proposed_sizes(const TuningProblem& problem, const std::string& type,
                                     const std::string& name, std::initializer_list<int> divisors);

/// A rank that the covariance of these cases can have. @throws OptionError about `option` otherwise
Eigen::Index rank_among(const std::string& option, std::size_t rank, const Dataset& data);

/// "100 of 300 cases".
std::string part_of_cases(Eigen::Index part, const Dataset& data);

}  // namespace mcmc::gp
