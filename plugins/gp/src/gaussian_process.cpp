#include "mcmc/gp/gaussian_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mcmc/counted.hpp"
#include "mcmc/gp/eigenvalue_means.hpp"
#include "mcmc/gp/leave_one_out.hpp"
#include "mcmc/gp/prediction.hpp"

namespace mcmc::gp {
namespace {

/// The upper one of two in the middle.
double median(Eigen::VectorXd values) {
  auto* middle = values.data() + values.size() / 2;
  std::nth_element(values.data(), middle, values.data() + values.size());
  return *middle;
}

}  // namespace

GaussianProcess::GaussianProcess(std::shared_ptr<Model> model) : model_(std::move(model)) {}
GaussianProcess::~GaussianProcess() = default;

Evaluation GaussianProcess::log_density(const Eigen::VectorXd& x) {
  const double prior = model_->log_prior(x);
  if (prior == -std::numeric_limits<double>::infinity()) return prior;
  if (!std::isfinite(prior)) return Failure::not_finite;
  const Evaluation likelihood = log_likelihood(x);
  if (likelihood.failed()) return likelihood;
  const double sum = prior + likelihood.log_density();
  if (!std::isfinite(sum)) return Failure::not_finite;
  return sum;
}

Eigen::Index GaussianProcess::feature_count() const {
  return model_->noise_position() ? 2 : 0;
}

void GaussianProcess::features(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const {
  if (values.size() == 0) return;
  if (!eigenvalue_means_) eigenvalue_means_ = std::make_unique<EigenvalueMeans>(*model_);
  const EigenvalueMeans::LogSds means = eigenvalue_means_->at(x);
  values[0] = means.arithmetic;
  values[1] = means.geometric;
}

void GaussianProcess::derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const {
  model_->derive(x, values);
}

std::vector<std::string> GaussianProcess::derived_notes() const {
  std::vector<std::string> notes;
  for (const std::string& name : model_->without_original_unit())
    notes.push_back(name +
                    " stays in standardised units: what inputs share has no unit of its own");
  return notes;
}

void GaussianProcess::draw_prior(Random& random, Eigen::VectorXd& x) const {
  model_->draw_prior(random, x);
}

std::unique_ptr<Predictor> GaussianProcess::predictor(const std::filesystem::path& new_cases,
                                                      Predicted what) const {
  return std::make_unique<ExactPredictor>(model_, read_cases(model_->data(), new_cases, what),
                                          what);
}

NewCases GaussianProcess::cases() const {
  const Dataset& data = model_->data();
  NewCases cases;
  cases.input_names = data.input_names;
  cases.inputs = data.scaling.original_inputs(data.inputs);
  cases.response = data.scaling.original_response(data.response + model_->mean_at(data.inputs));
  return cases;
}

std::unique_ptr<Predictor> GaussianProcess::predictor_of(const std::vector<Eigen::Index>& positions,
                                                         Predicted what) const {
  const Dataset& data = model_->data();
  Cases chosen{cases(), data.inputs(positions, Eigen::all), {}};
  chosen.original.inputs = Eigen::MatrixXd(chosen.original.inputs(positions, Eigen::all));
  chosen.original.response = Eigen::VectorXd(chosen.original.response(positions));
  if (data.noise_variance.size() > 0) chosen.noise_variance = data.noise_variance(positions);
  return std::make_unique<ExactPredictor>(model_, std::move(chosen), what);
}

std::unique_ptr<Predictor> GaussianProcess::predictor_at(const Eigen::MatrixXd& inputs,
                                                         Predicted what) const {
  const Dataset& data = model_->data();
  Cases cases;
  cases.original.input_names = data.input_names;
  cases.original.inputs = inputs;
  cases.inputs = data.scaling.scaled_inputs(inputs);
  if (data.noise_variance.size() > 0)
    cases.noise_variance.setConstant(inputs.rows(), median(data.noise_variance));
  return std::make_unique<ExactPredictor>(model_, std::move(cases), what);
}

std::unique_ptr<Predictor> GaussianProcess::leave_one_out() const {
  return std::make_unique<LeaveOneOut>(model_, cases());
}

std::string GaussianProcess::size_in_words() const {
  const Dataset& data = model_->data();
  return counted(static_cast<std::size_t>(data.size()), "case") + ", " +
         counted(static_cast<std::size_t>(data.input_count()), "input");
}

}  // namespace mcmc::gp
