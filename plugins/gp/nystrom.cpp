#include "nystrom.hpp"

#include <utility>

namespace mcmc::gp {

Nystrom::Nystrom(const Options& options, std::unique_ptr<InverseRoot> root)
    : GaussianProcess(model_of(*options.subset.of)),
      likelihood_(*model(), options.basis(*model(), std::move(root)), options.reuse) {}

std::string Nystrom::size_in_words() const {
  return part_of_cases(likelihood_.chosen_cases(), model()->data());
}

}  // namespace mcmc::gp
