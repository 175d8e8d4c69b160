#include "mcmc/gp/model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mcmc/error_list.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::gp {

using Eigen::Index;

namespace {

/// Tiles stay in a processor's first-level cache while terms work on them; a multiple of every
/// packet size.
constexpr Index tile_rows = 64;
constexpr Index tile_columns = 32;
/// Triangles of this size are computed as squares.
constexpr Index smallest_triangle = 16;

const CovarianceParameter noise_parameter{
    .quantity = "sigma", .pure_amplitude = true, .response_power = 1};

std::string with_prefix(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "_" + name;
}

/// How many of the original units one of the model's units is, for an element of a parameter.
double original_unit(const CovarianceParameter& parameter, std::size_t element,
                     const Scaling& scaling) {
  double unit = std::pow(scaling.response_sd, parameter.response_power);
  if (!parameter.inputs.empty())
    unit *= std::pow(scaling.input_sd(parameter.inputs[element]), parameter.input_power);
  return unit;
}

/// Whether a quantity is measured in units of several standardised inputs, and so has none.
bool keeps_standardised_unit(const CovarianceParameter& parameter, const Scaling& scaling) {
  return parameter.input_power != 0 && parameter.inputs.empty() &&
         (scaling.input_sd.array() != 1).any();
}

/// The parameters of a model, as they are put in order.
struct Layout {
  std::vector<std::string> names;
  std::vector<std::string> derived_names;
  std::vector<std::string> without_original_unit;
  std::vector<double> units;

  /// The positions of the parameter's elements.
  std::vector<Index> append(const std::string& prefix, const CovarianceParameter& parameter,
                            const Scaling& scaling, const std::string& place) {
    std::vector<Index> positions;
    for (int i = 0; i < std::max(parameter.elements, 1); ++i) {
      const std::string index = parameter.elements > 0 ? "." + std::to_string(i + 1) : "";
      const std::string within =
          parameter.prefix.empty() ? prefix : with_prefix(prefix, parameter.prefix);
      const std::string name = with_prefix(within, "log_" + parameter.quantity + index);
      if (std::find(names.begin(), names.end(), name) != names.end()) refuse_twin(name, place);
      positions.push_back(static_cast<Index>(names.size()));
      names.push_back(name);
      derived_names.push_back(with_prefix(within, parameter.quantity + index));
      if (keeps_standardised_unit(parameter, scaling))
        without_original_unit.push_back(derived_names.back());
      units.push_back(original_unit(parameter, static_cast<std::size_t>(i), scaling));
    }
    return positions;
  }

 private:
  [[noreturn]] static void refuse_twin(const std::string& name, const std::string& place) {
    throw OptionError(place, "two parameters are called \"" + name +
                                 "\"; give each term a name of its own, such as "
                                 "`name: trend`, with which its parameters then begin");
  }
};

/// Where the first parameter stands that is one pure amplitude.
std::optional<Index> scalar_amplitude(const std::vector<CovarianceParameter>& parameters,
                                      const std::vector<std::vector<Index>>& positions) {
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].pure_amplitude && parameters[k].elements == 0) return positions[k].front();
  return std::nullopt;
}

/// Says which term of the list it is that does not suit the inputs.
std::vector<CovarianceParameter> parameters_of(CovarianceTerm& term,
                                               const std::vector<std::string>& input_names,
                                               const std::string& place) {
  try {
    return term.parameters(input_names);
  } catch (const Errors& several) {
    ErrorList placed;
    for (const Error& error : several.all())
      placed.add(OptionError(place + "." + error.option(), error.what()));
    placed.throw_if_any();
    throw;
  } catch (const OptionError& error) {
    throw OptionError(place + "." + error.option(), error.what());
  }
}

template <class T>
std::vector<T> elements(const std::vector<T>& all, const std::vector<std::size_t>& positions) {
  std::vector<T> chosen;
  for (const std::size_t position : positions) chosen.push_back(all[position]);
  return chosen;
}

/// Readers of draws take it that a vector begins with its first element and has no gaps.
void refuse_vectors_fixed_in_part(const ParameterNames& names,
                                  const std::vector<std::optional<Index>>& position_of) {
  for (const std::string& name : names.known_names()) {
    const std::vector<std::size_t> positions = names.find(name);
    const auto fixed = std::count_if(positions.begin(), positions.end(),
                                     [&](std::size_t i) { return !position_of[i].has_value(); });
    if (fixed != 0 && static_cast<std::size_t>(fixed) != positions.size())
      throw OptionError("priors", "\"" + name +
                                      "\" is fixed in part: fix all its elements or none, or give "
                                      "the inputs terms of their own with `inputs:`");
  }
}

}  // namespace

Model::Model(std::shared_ptr<const Dataset> data, const std::vector<CovarianceTerm*>& terms,
             Mean* mean)
    : data_(std::move(data)), mean_(mean) {
  ErrorList errors;
  errors.attempt([&] { lay_out(terms); });
  if (mean_ != nullptr) errors.attempt([&] { subtract_mean(); });
  errors.throw_if_any();
}

Model::Model(std::shared_ptr<const Dataset> data, const std::vector<CovarianceTerm*>& terms,
             const NamedComponents<Prior>& priors, Mean* mean)
    : Model(std::move(data), terms, mean) {
  assign_priors(priors);
  leave_out_fixed_parameters();
}

void Model::subtract_mean() {
  mean_->use_inputs(data_->input_names);
  const Eigen::VectorXd values = mean_at(data_->inputs);
  if (!values.allFinite())
    throw OptionError("mean", "it is not a finite number at every case of the data");
  auto rest = std::make_shared<Dataset>(*data_);
  rest->response -= values;
  data_ = std::move(rest);
}

Eigen::VectorXd Model::mean_at(const Rows& inputs) const {
  return mean_ != nullptr ? mean_->at(inputs) : Eigen::VectorXd::Zero(inputs.rows());
}

void Model::lay_out(const std::vector<CovarianceTerm*>& terms) {
  std::vector<std::vector<CovarianceParameter>> parameters;
  std::vector<std::string> places;  // in the pipeline
  ErrorList errors;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (const auto value = terms[i]->constant_value()) {
      constant_variance_ += *value;
    } else {
      places.push_back("covariance." + std::to_string(i + 1));
      errors.attempt([&] {
        parameters.push_back(parameters_of(*terms[i], data_->input_names, places.back()));
      });
      terms_.push_back({terms[i], {}, {}, {}});
    }
  }
  errors.throw_if_any();

  Layout layout;
  std::vector<std::vector<std::vector<Index>>> positions(terms_.size());
  const auto append = [&](bool amplitudes) {
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      positions[t].resize(parameters[t].size());
      for (std::size_t k = 0; k < parameters[t].size(); ++k)
        if (parameters[t][k].pure_amplitude == amplitudes)
          positions[t][k] =
              layout.append(terms_[t].term->name(), parameters[t][k], data_->scaling, places[t]);
    }
  };
  append(true);
  if (terms_.size() == 1) amplitude_ = scalar_amplitude(parameters[0], positions[0]);
  sigma_ = layout.append("", noise_parameter, data_->scaling, "covariance").front();
  append(false);

  for (std::size_t t = 0; t < terms_.size(); ++t) {
    for (const std::vector<Index>& elements : positions[t])
      terms_[t].positions.insert(terms_[t].positions.end(), elements.begin(), elements.end());
    terms_[t].sampled.resize(terms_[t].positions.size());
    std::iota(terms_[t].sampled.begin(), terms_[t].sampled.end(), Index{0});
    terms_[t].theta.resize(static_cast<Index>(terms_[t].positions.size()));
  }
  names_ = ParameterNames(std::move(layout.names));
  derived_names_ = std::move(layout.derived_names);
  without_original_unit_ = std::move(layout.without_original_unit);
  original_units_ = Eigen::Map<const Eigen::VectorXd>(layout.units.data(),
                                                      static_cast<Index>(layout.units.size()));
}

void Model::assign_priors(const NamedComponents<Prior>& priors) {
  priors_.assign(names_.size(), nullptr);
  const auto is_element = [this](const std::string& key) {
    return std::find(names_.begin(), names_.end(), key) != names_.end();
  };
  ErrorList errors;
  for (const auto& [key, prior] : priors)
    if (names_.find(key).empty())
      errors.add(OptionError(
          "priors." + key,
          fmt::format("there is no parameter \"{}\"; expected {}{}", key, fmt::join(names_, ", "),
                      did_you_mean(key, names_.known_names()))));
  // Otherwise the parameters whose priors are misspelt would be told of twice.
  errors.throw_if_any();
  // A prior of one element goes before that of its whole vector, so it is assigned after it.
  for (const bool elements : {false, true}) {
    for (const auto& [key, prior] : priors) {
      const std::vector<std::size_t> positions = names_.find(key);
      if (is_element(key) != elements) continue;
      for (const std::size_t position : positions) priors_[position] = prior;
    }
  }
  for (std::size_t i = 0; i < priors_.size(); ++i)
    if (priors_[i] == nullptr)
      errors.add(OptionError("priors", "the parameter \"" + names_[i] +
                                           "\" has no prior; add one, such as `" + names_[i] +
                                           ": {mean: 0, sd: 1.5}`"));
  errors.throw_if_any();
}

void Model::leave_out_fixed_parameters() {
  std::vector<std::optional<Index>> position_of(names_.size());
  std::vector<std::size_t> sampled;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (priors_[i]->fixed_value()) continue;
    position_of[i] = static_cast<Index>(sampled.size());
    sampled.push_back(i);
  }
  if (sampled.empty()) throw OptionError("priors", "all parameters are fixed: nothing to sample");
  refuse_vectors_fixed_in_part(names_, position_of);

  for (BoundTerm& bound : terms_) leave_out_fixed(bound, position_of);
  const std::size_t sigma = static_cast<std::size_t>(*sigma_);
  fixed_log_sigma_ = priors_[sigma]->fixed_value().value_or(0);
  sigma_ = position_of[sigma];
  if (amplitude_) amplitude_ = position_of[static_cast<std::size_t>(*amplitude_)];

  names_ = ParameterNames(elements(std::vector(names_.begin(), names_.end()), sampled));
  derived_names_ = elements(derived_names_, sampled);
  original_units_ = Eigen::VectorXd(original_units_(sampled));
  priors_ = elements(priors_, sampled);
  std::erase_if(without_original_unit_, [this](const std::string& name) {
    return std::find(derived_names_.begin(), derived_names_.end(), name) == derived_names_.end();
  });
}

void Model::leave_out_fixed(BoundTerm& bound,
                            const std::vector<std::optional<Index>>& position_of) const {
  const std::vector<Index> all = std::exchange(bound.positions, {});
  bound.sampled.clear();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto i = static_cast<std::size_t>(all[k]);
    if (position_of[i]) {
      bound.positions.push_back(*position_of[i]);
      bound.sampled.push_back(static_cast<Index>(k));
    } else {
      bound.theta(static_cast<Index>(k)) = *priors_[i]->fixed_value();
    }
  }
}

double Model::log_prior(const Eigen::VectorXd& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < priors_.size(); ++i)
    sum += priors_[i]->log_density(x(static_cast<Index>(i)));
  return sum;
}

void Model::draw_prior(Random& random, Eigen::VectorXd& x) const {
  for (std::size_t i = 0; i < priors_.size(); ++i)
    x(static_cast<Index>(i)) = priors_[i]->draw(random);
}

void Model::derive(const Eigen::VectorXd& x, Vector values) const {
  values = x.array().exp() * original_units_.array();
}

double Model::noise_variance(const Eigen::VectorXd& x) const {
  return std::exp(2 * (sigma_ ? x(*sigma_) : fixed_log_sigma_));
}

void Model::covariance_lower(const Eigen::VectorXd& x, const Rows& inputs, Matrix k, Part part) {
  set_point(x);
  fill_lower(inputs, k, initial_value(part));
}

void Model::covariance(const Eigen::VectorXd& x, const Rows& a, const Rows& b, Matrix k,
                       Part part) {
  set_point(x);
  fill(a, b, k, initial_value(part));
}

void Model::covariance_pairs(const Eigen::VectorXd& x, const Rows& a, const Rows& b, Vector k,
                             Part part) {
  set_point(x);
  k.setConstant(initial_value(part));
  for (BoundTerm& bound : terms_) bound.term->add_pairs(bound.theta, a, b, k);
}

void Model::covariance_diagonal(const Eigen::VectorXd& x, const Rows& a, Vector k, Part part) {
  set_point(x);
  k.setConstant(initial_value(part));
  for (BoundTerm& bound : terms_) bound.term->add_diagonal(bound.theta, a, k);
}

void Model::set_point(const Eigen::VectorXd& x) {
  for (BoundTerm& bound : terms_) bound.theta(bound.sampled) = x(bound.positions);
}

/// Two triangles and the block below the first, so that what is computed in vain stays small.
void Model::fill_lower(const Rows& inputs, Matrix k, double initial) {
  const Index n = inputs.rows();
  if (n <= smallest_triangle) {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, smallest_triangle,
                  smallest_triangle>
        square(n, n);
    fill(inputs, inputs, square, initial);
    k.triangularView<Eigen::Lower>() = square;
    return;
  }
  const Index upper = (n / 2 + smallest_triangle - 1) / smallest_triangle * smallest_triangle;
  const Index lower = n - upper;
  fill_lower(inputs.topRows(upper), k.topLeftCorner(upper, upper), initial);
  fill(inputs.bottomRows(lower), inputs.topRows(upper), k.bottomLeftCorner(lower, upper), initial);
  fill_lower(inputs.bottomRows(lower), k.bottomRightCorner(lower, lower), initial);
}

void Model::fill(const Rows& a, const Rows& b, Matrix k, double initial) {
  for (Index j = 0; j < b.rows(); j += tile_columns) {
    const Index columns = std::min(tile_columns, b.rows() - j);
    for (Index i = 0; i < a.rows(); i += tile_rows) {
      const Index rows = std::min(tile_rows, a.rows() - i);
      Matrix tile = k.block(i, j, rows, columns);
      tile.setConstant(initial);
      for (BoundTerm& bound : terms_)
        bound.term->add_block(bound.theta, a.middleRows(i, rows), b.middleRows(j, columns), tile);
    }
  }
}

}  // namespace mcmc::gp
