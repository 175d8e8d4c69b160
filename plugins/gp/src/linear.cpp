#include "mcmc/gp/linear.hpp"

#include <cmath>

#include "mcmc/error.hpp"

namespace mcmc::gp {

void LinearTerm::Options::declare(OptionTable& table) {
  table.add("slopes", slopes)
      .one_of({"shared", "per_input"})
      .doc("One log_eta, the standard deviation of the slope along any input, or one for each");
  table.add("center", center)
      .default_is("0 for each input")
      .doc("Where the linear function is zero: one number for each input, in the model's units");
  InputTerm::Options::declare(table);
}

LinearTerm::LinearTerm(const Options& options)
    : InputTerm(options), per_input_(options.slopes == "per_input"), center_(options.center) {}
LinearTerm::~LinearTerm() = default;

std::vector<CovarianceParameter> LinearTerm::parameters_of_columns() const {
  if (!center_.empty() && center_.size() != columns().size())
    throw OptionError("center", "a linear term has " + std::to_string(center_.size()) +
                                    " numbers for its center, but looks at " +
                                    std::to_string(columns().size()) + " inputs");
  CovarianceParameter eta{.quantity = "eta",
                          .pure_amplitude = !per_input_,
                          .response_power = 1,
                          .input_power = -1,
                          .inputs = only_column()};
  if (per_input_) {
    eta.elements = static_cast<int>(columns().size());
    eta.inputs = columns();
  }
  return {eta};
}

double LinearTerm::variance(const ConstVector& theta, std::size_t k) const {
  return std::exp(2 * theta(per_input_ ? static_cast<Eigen::Index>(k) : 0));
}

void LinearTerm::add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) {
  for (std::size_t k = 0; k < columns().size(); ++k) {
    const Eigen::VectorXd left = x.col(columns()[k]).array() - center(k);
    const Eigen::VectorXd right = z.col(columns()[k]).array() - center(k);
    block.noalias() += (variance(theta, k) * left) * right.transpose();
  }
}

void LinearTerm::add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) {
  for (std::size_t k = 0; k < columns().size(); ++k)
    values.array() += variance(theta, k) * (x.col(columns()[k]).array() - center(k)) *
                      (z.col(columns()[k]).array() - center(k));
}

}  // namespace mcmc::gp
