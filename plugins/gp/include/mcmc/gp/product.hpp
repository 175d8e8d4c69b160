#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The product of terms. Its parameters are theirs, each with its factor's name in front.
class ProductTerm final : public CovarianceTerm {
 public:
  struct Options {
    std::vector<CovarianceTerm*> terms;
    std::string name;
    void declare(OptionTable& table);
  };
  /// @throws OptionError about `terms` for fewer than two
  explicit ProductTerm(const Options& options);
  ~ProductTerm() override;

  std::vector<CovarianceParameter> parameters(const std::vector<std::string>& input_names) override;
  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override;

 private:
  struct Factor {
    CovarianceTerm* term;
    Eigen::Index first = 0;  ///< of its parameters within theta
    Eigen::Index count = 0;
  };
  /// The product of what `add(factor, theta of the factor, sum)` adds to zero, times `product`.
  template <class Add>
  void multiply(const ConstVector& theta, Eigen::MatrixXd& product, const Add& add);

  std::vector<Factor> factors_;
  Eigen::MatrixXd product_;  // scratch
  Eigen::MatrixXd factor_;   // scratch
};

}  // namespace mcmc::gp
