#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"

namespace mcmc::gp {

/// Cases as rows, a x p, in the model's units.
using Rows = Eigen::Ref<const Eigen::MatrixXd>;
/// A vector that is only read, and matrices and vectors that are written.
using ConstVector = Eigen::Ref<const Eigen::VectorXd>;
using Vector = Eigen::Ref<Eigen::VectorXd>;
using Matrix = Eigen::Ref<Eigen::MatrixXd>;

/// One parameter of a covariance term: the natural logarithm of a positive quantity.
struct CovarianceParameter {
  std::string quantity;         ///< such as "rho"; the parameter is then called "log_rho"
  int elements = 0;             ///< of a vector, log_rho.1, log_rho.2, ...; 0 for a scalar
  bool pure_amplitude = false;  ///< the term is proportional to the square of the quantity
  /// The quantity's unit: that of the response to this power ...
  int response_power = 0;
  /// ... times that of an input to this power. `inputs` says which one, for each element (one for a
  /// scalar); a quantity that several inputs share has no unit and leaves both as they are.
  int input_power = 0;
  std::vector<Eigen::Index> inputs = {};
  std::string prefix = {};  ///< what its name begins with after the term's: of a factor
};

/// One term of a covariance function; a model adds its terms up.
///
/// Contract:
/// - `theta` holds the term's parameters on the sampling scale, in the order of `parameters`.
/// - Functions add to what is there. They work on whole blocks, so that a virtual call costs
///   nothing; a model passes tiles that fit a processor's first-level cache.
/// - k(x, z) = k(z, x). The same call gives the same bits, whatever was called before. Overflow
///   gives infinity or NaN, which is found by whoever factorises.
/// - A term belongs to one chain and one thread, and may keep scratch memory.
class CovarianceTerm : public Component {
 public:
  static constexpr std::string_view kind = "covariance";

  /// `name` is what the names of the parameters begin with, "trend" for trend_log_eta; may be
  /// empty.
  explicit CovarianceTerm(std::string name = {});
  ~CovarianceTerm() override;

  const std::string& name() const { return name_; }

  /// The parameters for these inputs. Called once, before any function below.
  /// @throws OptionError about an option of the term that does not suit them
  virtual std::vector<CovarianceParameter> parameters(
      const std::vector<std::string>& input_names) = 0;

  /// block(i, j) += k(x_i, z_j). @pre block is x.rows() x z.rows()
  virtual void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) = 0;

  /// values(i) += k(x_i, z_i). @pre x, z and values have the same number of rows
  virtual void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) = 0;

  /// values(i) += k(x_i, x_i). Override where this is cheaper than pairs.
  virtual void add_diagonal(const ConstVector& theta, const Rows& x, Vector values);

  /// The value of a term that is the same for all pairs of cases and has no parameters. Such terms
  /// are of rank one, which approximations treat exactly; a model adds the value itself and calls
  /// none of the functions above.
  virtual std::optional<double> constant_value() const { return std::nullopt; }

 private:
  std::string name_;
};

}  // namespace mcmc::gp
