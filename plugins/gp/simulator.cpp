#include "simulator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <string>

#include "mcmc/error.hpp"
#include "mcmc/gp/factorisation.hpp"
#include "mcmc/suggestion.hpp"
#include "mcmc/table.hpp"

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

[[noreturn]] void refuse(const std::string& name, const std::string& message) {
  throw OptionError("parameters." + name, message);
}

double number_of(const Node& node, const std::string& name) {
  const std::optional<double> value = node.is_scalar() ? parse_number(node.text()) : std::nullopt;
  if (!value || !std::isfinite(*value))
    refuse(name, fmt::format("expected a number, found {}", node.in_words()));
  return *value;
}

/// As many numbers as there are elements.
std::vector<double> numbers_of(const Node::Entry& entry, std::size_t elements) {
  if (!entry.value.is_list())
    return std::vector<double>(elements, number_of(entry.value, entry.key));
  if (entry.value.items().size() != elements)
    refuse(entry.key,
           fmt::format("expected {} numbers, found {}", elements, entry.value.items().size()));
  std::vector<double> numbers;
  for (const Node& item : entry.value.items()) numbers.push_back(number_of(item, entry.key));
  return numbers;
}

double logarithm(double value, const std::string& name) {
  if (value <= 0) refuse(name, fmt::format("{} should be above 0, or give its log", value));
  return std::log(value);
}

}  // namespace

Eigen::VectorXd parameter_values(const Node& node, const Model& model) {
  const ParameterNames& logs = model.parameters();
  const ParameterNames quantities(model.derived_names());
  if (!node.is_map())
    throw OptionError("parameters", fmt::format("expected a value for each of {}, found {}",
                                                fmt::join(quantities, ", "), node.in_words()));
  Eigen::VectorXd x(static_cast<Index>(logs.size()));
  std::vector<bool> is_given(logs.size(), false);
  for (const Node::Entry& entry : node.entries()) {
    const bool is_log = !logs.find(entry.key).empty();
    const std::vector<std::size_t> positions = (is_log ? logs : quantities).find(entry.key);
    if (positions.empty())
      refuse(entry.key, fmt::format("there is no parameter \"{}\"; expected {}{}", entry.key,
                                    fmt::join(quantities, ", "),
                                    did_you_mean(entry.key, quantities.known_names())));
    const std::vector<double> numbers = numbers_of(entry, positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (is_given[positions[i]])
        refuse(entry.key, fmt::format("\"{}\" is given twice", quantities[positions[i]]));
      is_given[positions[i]] = true;
      x[static_cast<Index>(positions[i])] = is_log ? numbers[i] : logarithm(numbers[i], entry.key);
    }
  }
  for (std::size_t i = 0; i < logs.size(); ++i)
    if (!is_given[i])
      throw OptionError("parameters", fmt::format("a value for \"{}\" is missing", quantities[i]));
  return x;
}

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
      x_(parameter_values(options.parameters, *model_)) {}

GaussianProcessSimulator::~GaussianProcessSimulator() = default;

SimulatedData GaussianProcessSimulator::simulate(Random& random) {
  const Dataset& data = model_->data();
  Eigen::MatrixXd inputs(cases_, data.input_count());
  for (Index i = 0; i < inputs.rows(); ++i)
    for (Index k = 0; k < inputs.cols(); ++k) inputs(i, k) = random.uniform();
  Eigen::MatrixXd covariance(cases_, cases_);
  model_->covariance_lower(x_, inputs, covariance);
  covariance.diagonal().array() += model_->noise_variance(x_);
  if (const Failure failure = cholesky_in_place(covariance); failure != Failure::none)
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
