#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// A term that looks at some of the inputs, or at all of them.
class InputTerm : public CovarianceTerm {
 public:
  struct Options {
    std::vector<std::string> inputs;
    std::string name;
    void declare(OptionTable& table);
  };

  explicit InputTerm(const Options& options);
  ~InputTerm() override;

  std::vector<CovarianceParameter> parameters(const std::vector<std::string>& input_names) final;

 protected:
  /// The columns of the inputs that it looks at, once the parameters have been asked for.
  const std::vector<Eigen::Index>& columns() const { return columns_; }
  /// `columns()` where a single input gives a shared quantity its unit, else nothing.
  std::vector<Eigen::Index> only_column() const;

 private:
  virtual std::vector<CovarianceParameter> parameters_of_columns() const = 0;

  std::vector<std::string> chosen_;
  std::vector<Eigen::Index> columns_;
};

}  // namespace mcmc::gp
