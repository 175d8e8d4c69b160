#include "mcmc/gp/covariance.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::gp {

CovarianceTerm::CovarianceTerm(std::string name) : name_(std::move(name)) {
  const bool is_snake_case = std::all_of(name_.begin(), name_.end(), [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '_';
  });
  if (!is_snake_case)
    throw OptionError(
        "name", "expected small letters, digits and underscores only, found \"" + name_ + "\"");
}
CovarianceTerm::~CovarianceTerm() = default;

void CovarianceTerm::add_diagonal(const ConstVector& theta, const Rows& x, Vector values) {
  add_pairs(theta, x, x, values);
}

}  // namespace mcmc::gp
