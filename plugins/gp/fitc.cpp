#include "fitc.hpp"

#include <memory>

#include "nystrom_cholesky.hpp"

namespace mcmc::gp {

Fitc::Fitc(const Options& options)
    : GaussianProcess(model_of(*options.subset.of)),
      likelihood_(*model(), options.basis(*model(), std::make_unique<CholeskyInverseRoot>()),
                  options.reuse) {}

Fitc::~Fitc() = default;

std::string Fitc::size_in_words() const {
  return part_of_cases(likelihood_.chosen_cases(), model()->data());
}

}  // namespace mcmc::gp
