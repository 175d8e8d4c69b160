#include "mcmc/gp/covariance.hpp"

#include <utility>

namespace mcmc::gp {

CovarianceTerm::CovarianceTerm(std::string name) : name_(std::move(name)) {}
CovarianceTerm::~CovarianceTerm() = default;

void CovarianceTerm::add_diagonal(const ConstVector& theta, const Rows& x, Vector values) {
  add_pairs(theta, x, x, values);
}

}  // namespace mcmc::gp
