#include "mcmc/build_context.hpp"

#include <algorithm>

#include "mcmc/error.hpp"

namespace mcmc {

void SharedResources::warn(const std::string& message) {
  if (std::find(warnings_.begin(), warnings_.end(), message) == warnings_.end())
    warnings_.push_back(message);
}

void BuildContext::require_programs_permitted(const std::string& option) const {
  if (shared_->permissions().programs) return;
  throw OptionError(
      option,
      "a pipeline runs programs and loads libraries only when it is permitted to, for "
      "they can do whatever you can; if you trust this file, give --allow-programs");
}

}  // namespace mcmc
