#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/gp/dataset.hpp"
#include "mcmc/gp/mean.hpp"
#include "mcmc/gp/prior.hpp"
#include "mcmc/options.hpp"
#include "mcmc/random.hpp"
#include "mcmc/state.hpp"

namespace mcmc::gp {

/// Which part of a covariance: all of it, or what varies with the inputs, without c^2.
enum class Part { whole, varying };

/// The problem that an exact density and its approximations share: y = f(x) + noise with
/// f ~ GP(m, K), m a known mean, K a sum of covariance terms, and independent priors on the
/// parameters.
///
/// Parameters: the pure amplitudes of all terms, then log_sigma (the noise's standard deviation),
/// then what else the terms have. One squared-exponential term gives log_eta, log_sigma, log_rho.
/// Those whose prior fixes them are left out.
///
/// Inputs are arguments, so that a density may ask for any cases. Every function takes the point x
/// at which to work, of all parameters. A model belongs to one chain and one thread.
class Model {
 public:
  /// A null mean is 0. @pre terms, priors and mean outlive the model
  /// @throws OptionError about `covariance.NUMBER` when two terms have a parameter of the same name
  /// @throws OptionError about `priors` for a parameter without a prior or a prior without
  /// parameter, and when nothing is left to sample or a vector is fixed in part
  /// @throws OptionError about `mean` when it does not suit the inputs or is not finite
  Model(std::shared_ptr<const Dataset> data, const std::vector<CovarianceTerm*>& terms,
        const NamedComponents<Prior>& priors, Mean* mean = nullptr);

  /// Without priors, for simulation: nothing can be said about what values parameters have.
  /// @throws OptionError about `covariance` as above
  Model(std::shared_ptr<const Dataset> data, const std::vector<CovarianceTerm*>& terms,
        Mean* mean = nullptr);

  /// The cases; their response is what the prior mean leaves of it.
  const Dataset& data() const { return *data_; }
  /// m of each case.
  Eigen::VectorXd mean_at(const Rows& inputs) const;
  const ParameterNames& parameters() const { return names_; }

  /// In nats, normalised.
  double log_prior(const Eigen::VectorXd& x) const;
  void draw_prior(Random& random, Eigen::VectorXd& x) const;

  /// The quantities themselves (eta, sigma, rho.1 ...), in the original units of the data; one that
  /// has no unit of its own, as a length scale shared by inputs, stays in the model's units.
  const std::vector<std::string>& derived_names() const { return derived_names_; }
  void derive(const Eigen::VectorXd& x, Vector values) const;
  /// The derived names of those that stay in the model's units, where these are not the data's.
  const std::vector<std::string>& without_original_unit() const { return without_original_unit_; }

  /// The lower triangle of K(inputs, inputs), without noise. The strict upper triangle of k is
  /// neither read nor written. @pre k is inputs.rows() x inputs.rows()
  void covariance_lower(const Eigen::VectorXd& x, const Rows& inputs, Matrix k,
                        Part part = Part::whole);
  /// K(a, b). @pre k is a.rows() x b.rows()
  void covariance(const Eigen::VectorXd& x, const Rows& a, const Rows& b, Matrix k,
                  Part part = Part::whole);
  /// K(a_i, b_i) for every i. @pre as many rows in a, b and k
  void covariance_pairs(const Eigen::VectorXd& x, const Rows& a, const Rows& b, Vector k,
                        Part part = Part::whole);
  /// K(a_i, a_i) for every i.
  void covariance_diagonal(const Eigen::VectorXd& x, const Rows& a, Vector k,
                           Part part = Part::whole);

  /// c^2: what `Part::varying` leaves out, the same for all pairs of cases.
  double constant_variance() const { return constant_variance_; }
  /// sigma^2, of the noise that all cases have; a case may have a known variance besides.
  double noise_variance(const Eigen::VectorXd& x) const;

  /// The position in x of the logarithm of s, where K = s^2 V + c^2 and V does not depend on s: a
  /// model with a single varying term has one if that term has a pure amplitude that is sampled.
  std::optional<Eigen::Index> amplitude_position() const { return amplitude_; }
  /// The position in x of log_sigma, on which K does not depend, if it is sampled.
  std::optional<Eigen::Index> noise_position() const { return sigma_; }

 private:
  struct BoundTerm {
    CovarianceTerm* term;
    std::vector<Eigen::Index> positions;  ///< in x, of the parameters that are sampled
    std::vector<Eigen::Index> sampled;    ///< their positions in theta
    Eigen::VectorXd theta;                ///< where fixed ones have their values
  };

  void lay_out(const std::vector<CovarianceTerm*>& terms);
  void assign_priors(const NamedComponents<Prior>& priors);
  void leave_out_fixed_parameters();
  void leave_out_fixed(BoundTerm& bound,
                       const std::vector<std::optional<Eigen::Index>>& position_of) const;
  void subtract_mean();
  void set_point(const Eigen::VectorXd& x);
  double initial_value(Part part) const { return part == Part::whole ? constant_variance_ : 0; }
  void fill_lower(const Rows& inputs, Matrix k, double initial);
  void fill(const Rows& a, const Rows& b, Matrix k, double initial);

  std::shared_ptr<const Dataset> data_;
  std::vector<BoundTerm> terms_;
  double constant_variance_ = 0;
  Mean* mean_;
  std::optional<Eigen::Index> amplitude_;
  std::optional<Eigen::Index> sigma_;  ///< the position of log_sigma
  double fixed_log_sigma_ = 0;         ///< where it is not sampled
  ParameterNames names_;
  std::vector<std::string> derived_names_;
  std::vector<std::string> without_original_unit_;
  Eigen::VectorXd original_units_;  ///< what a quantity is multiplied by
  std::vector<const Prior*> priors_;
};

}  // namespace mcmc::gp
