#include "reuse_option.hpp"

namespace mcmc::gp {

void declare_reuse(OptionTable& table, bool& reuse) {
  table.add("reuse", reuse)
      .doc(
          "Whether what depends on length scales alone is kept while only eta or sigma change "
          "(with "
          "several terms: only sigma); values are the same to the last bit");
}

}  // namespace mcmc::gp
