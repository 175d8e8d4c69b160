#include "mcmc/gp/stationary.hpp"

#include <cmath>

namespace mcmc::gp {

namespace {

using Eigen::Index;

/// The widest packet of any processor, in doubles. Whole packets only: what is left over would be
/// computed one by one, and an exponential alone takes as long as a whole packet of them.
constexpr Index packet = 8;

Index padded(Index rows) {
  return (rows + packet - 1) / packet * packet;
}

/// sum += summand(0) + ... + summand(count - 1), arrays, four of them for each time that the sum is
/// loaded and stored.
template <class Sum, class Summand>
void accumulate(Sum sum, Index count, const Summand& summand) {
  Index k = 0;
  for (; k + 4 <= count; k += 4)
    sum += summand(k) + summand(k + 1) + summand(k + 2) + summand(k + 3);
  for (; k < count; ++k) sum += summand(k);
}

double variance(const ConstVector& theta) {
  return std::exp(2 * theta(0));
}

}  // namespace

void StationaryTerm::Options::declare(OptionTable& table) {
  table.add("length_scales", length_scales)
      .one_of({"shared", "per_input"})
      .doc("One length scale log_rho for all inputs, or log_rho.1 ... log_rho.p, one for each");
  InputTerm::Options::declare(table);
}

StationaryTerm::StationaryTerm(const Options& options)
    : InputTerm(options), per_input_(options.length_scales == "per_input") {}
StationaryTerm::~StationaryTerm() = default;

std::vector<CovarianceParameter> StationaryTerm::parameters_of_columns() const {
  CovarianceParameter eta{.quantity = "eta", .pure_amplitude = true, .response_power = 1};
  CovarianceParameter rho{.quantity = "rho", .input_power = 1};
  if (per_input_) {
    rho.elements = static_cast<int>(columns().size());
    rho.inputs = columns();
  }
  std::vector<CovarianceParameter> parameters{eta, rho};
  for (CovarianceParameter& parameter : parameters_of_shape()) parameters.push_back(parameter);
  return parameters;
}

void StationaryTerm::add_block(const ConstVector& theta, const Rows& x, const Rows& z,
                               Matrix block) {
  update_inverse_length_scales(theta);
  const Index rows = padded(x.rows());
  Eigen::Ref<Eigen::ArrayXd> values = workspace(rows * z.rows());
  for (Index j = 0; j < z.rows(); ++j)
    accumulate(values.segment(j * rows, x.rows()), input_count(), [&](Index k) {
      const Index column = columns()[static_cast<std::size_t>(k)];
      return ((x.col(column).array() - z(j, column)) * inverse_length_scales_(k)).square();
    });
  correlate(theta, values);
  const Eigen::Map<const Eigen::MatrixXd> correlations(values.data(), rows, z.rows());
  block += variance(theta) * correlations.topRows(x.rows());
}

void StationaryTerm::add_pairs(const ConstVector& theta, const Rows& x, const Rows& z,
                               Vector values) {
  update_inverse_length_scales(theta);
  Eigen::Ref<Eigen::ArrayXd> correlations = workspace(padded(x.rows()));
  auto distances = correlations.head(x.rows());
  accumulate(distances, input_count(), [&](Index k) {
    const Index column = columns()[static_cast<std::size_t>(k)];
    return ((x.col(column) - z.col(column)).array() * inverse_length_scales_(k)).square();
  });
  correlate(theta, correlations);
  values.array() += variance(theta) * distances;
}

void StationaryTerm::add_diagonal(const ConstVector& theta, const Rows&, Vector values) {
  values.array() += variance(theta);
}

void StationaryTerm::update_inverse_length_scales(const ConstVector& theta) {
  inverse_length_scales_.resize(input_count());
  if (per_input_)
    inverse_length_scales_ = (-theta.segment(1, input_count())).array().exp();
  else
    inverse_length_scales_.setConstant(std::exp(-theta(1)));
}

Eigen::Ref<Eigen::ArrayXd> StationaryTerm::workspace(Index size) {
  if (workspace_.size() < size) workspace_.resize(size);
  workspace_.head(size).setZero();
  return workspace_.head(size);
}

SquaredExponentialTerm::~SquaredExponentialTerm() = default;
Matern12Term::~Matern12Term() = default;
Matern32Term::~Matern32Term() = default;
Matern52Term::~Matern52Term() = default;
RationalQuadraticTerm::~RationalQuadraticTerm() = default;

void SquaredExponentialTerm::correlate(const ConstVector&,
                                       Eigen::Ref<Eigen::ArrayXd> values) const {
  values = (-values).exp();
}

void Matern12Term::correlate(const ConstVector&, Eigen::Ref<Eigen::ArrayXd> values) const {
  values = (-values.sqrt()).exp();
}

void Matern32Term::correlate(const ConstVector&, Eigen::Ref<Eigen::ArrayXd> values) const {
  values = (3 * values).sqrt();
  values = (1 + values) * (-values).exp();
}

void Matern52Term::correlate(const ConstVector&, Eigen::Ref<Eigen::ArrayXd> values) const {
  values = (5 * values).sqrt();
  values = (1 + values + values.square() / 3) * (-values).exp();
}

std::vector<CovarianceParameter> RationalQuadraticTerm::parameters_of_shape() const {
  return {{.quantity = "alpha"}};
}

void RationalQuadraticTerm::correlate(const ConstVector& theta,
                                      Eigen::Ref<Eigen::ArrayXd> values) const {
  const double alpha = std::exp(theta(theta.size() - 1));
  values = (-alpha * (values / alpha).log1p()).exp();
}

}  // namespace mcmc::gp
