#include "eigen_exact.hpp"

namespace mcmc::gp {

void EigenExact::Options::declare(OptionTable& table) {
  declare_of(table, of);
  table.add("rank", rank).required().at_least(1).doc("How many eigenvalues");
  table.add("reuse", reuse)
      .doc(
          "Whether eigenvectors are kept while only sigma changes (without a constant term: eta or "
          "sigma); values are the same to the last bit");
}

EigenExact::EigenExact(const Options& options)
    : GaussianProcess(model_of(*options.of)),
      likelihood_(*model(), rank_among("rank", options.rank, model()->data()), options.reuse) {}

std::string EigenExact::size_in_words() const {
  return "rank " + std::to_string(likelihood_.rank()) + " of " +
         std::to_string(model()->data().size()) + " cases";
}

}  // namespace mcmc::gp
