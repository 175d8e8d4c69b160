#include "nystrom_options.hpp"

#include <utility>

namespace mcmc::gp {

void NystromOptions::declare(OptionTable& table) {
  subset.declare(table);
  table.add("jitter", jitter)
      .at_least(0)
      .doc(
          "Added to the diagonal of the chosen cases' covariance, relative to its mean without "
          "c^2");
  table.add("reuse", reuse)
      .doc(
          "Whether what depends on length scales alone is kept while only eta or sigma change; "
          "values are the same to the last bit");
}

NystromBasis NystromOptions::basis(const Model& model, std::unique_ptr<InverseRoot> root) const {
  const Dataset& data = model.data();
  return {data.inputs(subset.cases.choose(data), Eigen::all), jitter, std::move(root)};
}

}  // namespace mcmc::gp
