#include "mcmc/gp/gaussian_process.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "mcmc/gp/prediction.hpp"

namespace mcmc::gp {

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

std::string GaussianProcess::size_in_words() const {
  const Dataset& data = model_->data();
  const auto counted = [](Eigen::Index count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  return counted(data.size(), "case") + ", " + counted(data.input_count(), "input");
}

}  // namespace mcmc::gp
