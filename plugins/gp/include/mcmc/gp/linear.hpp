#pragma once

#include <string>
#include <vector>

#include "mcmc/gp/input_term.hpp"

namespace mcmc::gp {

/// sum_k eta_k^2 (x_k - c_k) (z_k - c_k): linear functions whose slopes have standard deviation
/// eta_k and which vanish at c (Rasmussen and Williams 2006, section 4.2.2). One log_eta for all
/// inputs, or one for each.
class LinearTerm final : public InputTerm {
 public:
  struct Options : InputTerm::Options {
    std::string slopes = "shared";
    std::vector<double> center;
    void declare(OptionTable& table);
  };
  explicit LinearTerm(const Options& options);
  ~LinearTerm() override;

  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override;
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override;

 private:
  std::vector<CovarianceParameter> parameters_of_columns() const override;
  double variance(const ConstVector& theta, std::size_t k) const;
  double center(std::size_t k) const { return center_.empty() ? 0 : center_[k]; }

  bool per_input_;
  std::vector<double> center_;
};

}  // namespace mcmc::gp
