#include "failure_words.hpp"

#include "mcmc/abilities.hpp"

namespace mcmc {

std::string in_words(Failure failure, const Density& density) {
  std::string text(to_string(failure));
  const auto* explaining = dynamic_cast<const ExplainsFailures*>(&density);
  if (failure != Failure::reported || explaining == nullptr) return text;
  const std::string explanation = explaining->explanation();
  return explanation.empty() ? text : text + ": " + explanation;
}

}  // namespace mcmc
