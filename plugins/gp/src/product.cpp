#include "mcmc/gp/product.hpp"

#include <algorithm>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::gp {

void ProductTerm::Options::declare(OptionTable& table) {
  table.add("terms", terms).required().doc("The terms that are multiplied, at least two");
  table.add("name", name)
      .doc("What the names of the term's parameters begin with, before the names of the factors");
}

ProductTerm::ProductTerm(const Options& options) : CovarianceTerm(options.name) {
  if (options.terms.size() < 2) throw OptionError("terms", "expected at least two terms");
  for (CovarianceTerm* term : options.terms) factors_.push_back({term});
}
ProductTerm::~ProductTerm() = default;

std::vector<CovarianceParameter> ProductTerm::parameters(
    const std::vector<std::string>& input_names) {
  std::vector<CovarianceParameter> all;
  Eigen::Index next = 0;
  bool has_response_unit = false;  // one factor takes it, or the product had it more than once
  for (Factor& factor : factors_) {
    factor.first = next;
    const bool unit_is_taken = has_response_unit;
    for (CovarianceParameter& parameter : factor.term->parameters(input_names)) {
      if (unit_is_taken) parameter.response_power = 0;
      has_response_unit = has_response_unit || parameter.response_power != 0;
      next += std::max(parameter.elements, 1);
      const std::string& name = factor.term->name();
      if (!name.empty())
        parameter.prefix = parameter.prefix.empty() ? name : name + "_" + parameter.prefix;
      all.push_back(std::move(parameter));
    }
    factor.count = next - factor.first;
  }
  return all;
}

template <class Add>
void ProductTerm::multiply(const ConstVector& theta, Eigen::MatrixXd& product, const Add& add) {
  product.setOnes();
  for (const Factor& factor : factors_) {
    factor_.setZero(product.rows(), product.cols());
    if (const auto value = factor.term->constant_value())
      factor_.setConstant(*value);
    else
      add(*factor.term, theta.segment(factor.first, factor.count));
    product.array() *= factor_.array();
  }
}

void ProductTerm::add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) {
  product_.resize(x.rows(), z.rows());
  multiply(theta, product_, [&](CovarianceTerm& term, const ConstVector& of_term) {
    term.add_block(of_term, x, z, factor_);
  });
  block += product_;
}

void ProductTerm::add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) {
  product_.resize(x.rows(), 1);
  multiply(theta, product_, [&](CovarianceTerm& term, const ConstVector& of_term) {
    term.add_pairs(of_term, x, z, factor_.col(0));
  });
  values += product_.col(0);
}

}  // namespace mcmc::gp
