#include "mcmc/gp/dataset.hpp"

namespace mcmc::gp {

Eigen::MatrixXd Scaling::scaled_inputs(const Eigen::MatrixXd& inputs) const {
  return (inputs.rowwise() - input_mean.transpose()).array().rowwise() /
         input_sd.transpose().array();
}

Eigen::VectorXd Scaling::scaled_response(const Eigen::VectorXd& response) const {
  return (response.array() - response_mean) / response_sd;
}

Eigen::VectorXd Scaling::scaled_variance(const Eigen::VectorXd& variance) const {
  return variance / response_sd / response_sd;
}

Eigen::MatrixXd Scaling::original_inputs(const Eigen::MatrixXd& inputs) const {
  return (inputs.array().rowwise() * input_sd.transpose().array()).matrix().rowwise() +
         input_mean.transpose();
}

Eigen::VectorXd Scaling::original_response(const Eigen::VectorXd& response) const {
  return response.array() * response_sd + response_mean;
}

Eigen::VectorXd Scaling::original_variance(const Eigen::VectorXd& variance) const {
  return variance * response_sd * response_sd;
}

}  // namespace mcmc::gp
