#include "nystrom_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "mcmc/error.hpp"
#include "mcmc/gp/partial_cholesky.hpp"
#include "parameter_values.hpp"
#include "reuse_option.hpp"

namespace mcmc::gp {

using Eigen::Index;

namespace {

std::vector<Index> choose(const NystromOptions& options, Model& model) {
  std::vector<Index> cases = options.subset.cases.choose(model.data());
  if (options.choice == "permutation") {
    if (!options.at.is_null())
      throw OptionError("at", "it is for `choice: pivoted`; a permutation looks at no point");
    return cases;
  }
  if (!options.subset.cases.rows.empty())
    throw OptionError("rows", "the cases are chosen by `choice: pivoted` already: give a `size`");
  if (options.at.is_null())
    throw OptionError("choice",
                      "`pivoted` needs a point to look at: a value for each parameter in `at`");
  return first_pivots(model, parameter_values(options.at, model, "at"),
                      static_cast<Index>(cases.size()));
}

}  // namespace

void NystromOptions::declare(OptionTable& table) {
  subset.declare(table);
  table.add("choice", choice)
      .one_of({"permutation", "pivoted"})
      .doc(
          "How `size` chooses cases: at random, or one after the other that which is determined "
          "least by those before it, for the parameters in `at`; once, for all chains");
  table.add("at", at).doc(
      "For `choice: pivoted`: a value for each parameter, such as `rho: 0.1` or `log_rho: -2.3`, "
      "in "
      "the model's units");
  table.add("jitter", jitter)
      .at_least(0)
      .doc(
          "Added to the diagonal of the chosen cases' covariance, relative to its mean without "
          "c^2");
  declare_reuse(table, reuse);
}

NystromBasis NystromOptions::basis(Model& model, std::unique_ptr<InverseRoot> root) const {
  return {model.data().inputs(choose(*this, model), Eigen::all), jitter, std::move(root)};
}

std::vector<Index> first_pivots(Model& model, const Eigen::VectorXd& x, Index size) {
  PartialCholesky factor(model, size);
  Failure failure = factor.start(x, Eigen::VectorXd::Ones(model.data().size()));
  if (failure == Failure::none) failure = factor.extend(size);
  if (failure != Failure::none)
    throw OptionError("at", fmt::format("no cases can be chosen there: {}", to_string(failure)));
  if (factor.rank() < size)
    throw OptionError("size",
                      fmt::format("where `at` looks, the cases chosen after the first {} add "
                                  "nothing: choose no more, or look at shorter length scales",
                                  factor.rank()));
  return factor.pivots();
}

}  // namespace mcmc::gp
