#include "simulator.hpp"

#include <fmt/format.h>

#include <string>

#include "mcmc/gp/cholesky.hpp"
#include "parameter_values.hpp"

namespace mcmc::gp {
namespace {

using Eigen::Index;

/// What a model needs to know of data that do not exist yet.
std::shared_ptr<const Dataset> inputs_without_cases(std::size_t count) {
  auto data = std::make_shared<Dataset>();
  for (std::size_t i = 1; i <= count; ++i) data->input_names.push_back(fmt::format("x{}", i));
  data->response_name = "y";
  data->inputs.resize(0, static_cast<Index>(count));
  data->scaling.input_mean = Eigen::VectorXd::Zero(static_cast<Index>(count));
  data->scaling.input_sd = Eigen::VectorXd::Ones(static_cast<Index>(count));
  return data;
}

}  // namespace

void GaussianProcessSimulator::Options::declare(OptionTable& table) {
  table.add("cases", cases).required().at_least(1).doc("Cases to draw, the rows of the file");
  table.add("inputs", inputs)
      .at_least(1)
      .doc("Inputs x1, x2, ..., drawn independently and uniformly on (0, 1)");
  table.add("covariance", covariance)
      .required()
      .doc("The terms that add up to the covariance of the function");
  table.add("parameters", parameters)
      .required()
      .doc(
          "A value for each hyperparameter, sigma of the noise among them: the quantity itself, "
          "such as `rho: 0.1`, or its log, `log_rho: -2.3`; a list for a vector, or one number for "
          "all its elements");
  table.add("mean", mean).default_is("zero").doc("The mean of the function");
}

GaussianProcessSimulator::GaussianProcessSimulator(const Options& options)
    : cases_(static_cast<Index>(options.cases)),
      model_(std::make_unique<Model>(inputs_without_cases(options.inputs), options.covariance,
                                     options.mean)),
      x_(parameter_values(options.parameters, *model_, "parameters")) {}

GaussianProcessSimulator::~GaussianProcessSimulator() = default;

SimulatedData GaussianProcessSimulator::simulate(Random& random) {
  const Dataset& data = model_->data();
  Eigen::MatrixXd inputs(cases_, data.input_count());
  for (Index i = 0; i < inputs.rows(); ++i)
    for (Index k = 0; k < inputs.cols(); ++k) inputs(i, k) = random.uniform();
  Eigen::MatrixXd covariance(cases_, cases_);
  model_->covariance_lower(x_, inputs, covariance);
  covariance.diagonal().array() += model_->noise_variance(x_);
  if (const Failure failure = Cholesky<double>().factorise_in_place(covariance);
      failure != Failure::none)
    throw NumericalFailure(
        fmt::format("no data can be drawn: {}; try a larger sigma or shorter length scales",
                    to_string(failure)));
  Eigen::VectorXd normals(cases_);
  for (Index i = 0; i < cases_; ++i) normals[i] = random.normal();

  SimulatedData simulated{data.input_names, Eigen::MatrixXd(cases_, inputs.cols() + 1)};
  simulated.names.push_back(data.response_name);
  simulated.cases << inputs,
      model_->mean_at(inputs) + covariance.triangularView<Eigen::Lower>() * normals;
  return simulated;
}

}  // namespace mcmc::gp
