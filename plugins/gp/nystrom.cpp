#include "nystrom.hpp"

#include <utility>

namespace mcmc::gp {

namespace {

Eigen::MatrixXd chosen_inputs(const SubsetOptions& options, const Dataset& data) {
  return data.inputs(options.cases.choose(data), Eigen::all);
}

}  // namespace

void Nystrom::Options::declare(OptionTable& table) {
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

Nystrom::Nystrom(const Options& options, std::unique_ptr<InverseRoot> root)
    : GaussianProcess(model_of(*options.subset.of)),
      likelihood_(*model(), chosen_inputs(options.subset, model()->data()), options.jitter,
                  std::move(root), options.reuse) {}

std::string Nystrom::size_in_words() const {
  return part_of_cases(likelihood_.chosen_cases(), model()->data());
}

}  // namespace mcmc::gp
