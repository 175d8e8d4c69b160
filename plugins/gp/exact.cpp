#include "exact.hpp"

#include <memory>
#include <string>
#include <utility>

#include "mcmc/error.hpp"
#include "reuse_option.hpp"

namespace mcmc::gp {

namespace {

/// The chains share the data; what reading them has found out goes into everyone's options.
std::shared_ptr<const Dataset> shared_data(DataOptions& options, BuildContext& context) {
  if (options.file.empty())
    throw OptionError("data.file", "expected the path of a file, found nothing");
  std::shared_ptr<const Dataset> data = context.share<Dataset>(options.key(), [&] {
    return read_dataset(options, [&](const std::string& message) { context.warn(message); });
  });
  options.response = data->response_name;
  options.inputs = data->input_names;
  return data;
}

}  // namespace

void Exact::Options::declare(OptionTable& table) {
  table.add("data", data).required().doc("The cases");
  table.add("covariance", covariance).required().doc("The terms that add up to the covariance");
  table.add("priors", priors)
      .required()
      .default_type("normal")
      .doc(
          "The prior of each parameter, by its name; `log_rho` stands for all its elements, "
          "`log_rho.2` for one");
  table.add("mean", mean).default_is("zero").doc("The prior mean of the function, which is known");
  declare_reuse(table, reuse);
}

Exact::Exact(Options& options, BuildContext& context)
    : Exact(std::make_shared<Model>(shared_data(options.data, context), options.covariance,
                                    options.priors, options.mean),
            options.reuse) {}

Exact::Exact(std::shared_ptr<Model> model, bool reuse)
    : GaussianProcess(std::move(model)),
      likelihood_(*this->model(),
                  std::shared_ptr<const Dataset>(this->model(), &this->model()->data()), reuse) {}

}  // namespace mcmc::gp
