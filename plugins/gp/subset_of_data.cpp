#include "subset_of_data.hpp"

#include <utility>
#include <vector>

#include "reuse_option.hpp"

namespace mcmc::gp {

namespace {

std::shared_ptr<const Dataset> subset(const Dataset& data, const std::vector<Eigen::Index>& cases) {
  auto part = std::make_shared<Dataset>();
  part->input_names = data.input_names;
  part->response_name = data.response_name;
  part->scaling = data.scaling;
  part->inputs = data.inputs(cases, Eigen::all);
  part->response = data.response(cases);
  if (data.noise_variance.size() > 0) part->noise_variance = data.noise_variance(cases);
  for (const Eigen::Index position : cases)
    part->row_numbers.push_back(data.row_numbers[static_cast<std::size_t>(position)]);
  return part;
}

std::shared_ptr<const Dataset> chosen_cases(const SubsetOptions& options) {
  const std::shared_ptr<Model> model = model_of(*options.of);
  return subset(model->data(), options.cases.choose(model->data()));
}

}  // namespace

void SubsetOfData::Options::declare(OptionTable& table) {
  subset.declare(table);
  declare_reuse(table, reuse);
}

SubsetOfData::SubsetOfData(const Options& options)
    : SubsetOfData(model_of(*options.subset.of), chosen_cases(options.subset), options.reuse) {}

SubsetOfData::SubsetOfData(std::shared_ptr<Model> model, std::shared_ptr<const Dataset> cases,
                           bool reuse)
    : GaussianProcess(std::move(model)),
      cases_(std::move(cases)),
      likelihood_(*this->model(), cases_, reuse) {}

std::size_t SubsetOfData::bytes_per_chain() const {
  const Dataset& cases = *cases_;
  return likelihood_.bytes() +
         static_cast<std::size_t>(cases.inputs.size() + cases.response.size()) * sizeof(double);
}

std::string SubsetOfData::size_in_words() const {
  return part_of_cases(cases_->size(), model()->data());
}

}  // namespace mcmc::gp
