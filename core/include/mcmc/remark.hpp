#pragma once

#include <string>

namespace mcmc {

/// One sentence for people, about results or about what was learned.
struct Remark {
  bool is_warning;
  std::string text;
};

}  // namespace mcmc
