#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "mcmc/gp/dataset.hpp"
#include "mcmc/random.hpp"

namespace mcmc::testing {

/// Cases with inputs x1, x2, ... in original units.
inline std::shared_ptr<gp::Dataset> dataset_of(const Eigen::MatrixXd& inputs,
                                               const Eigen::VectorXd& response) {
  auto data = std::make_shared<gp::Dataset>();
  data->inputs = inputs;
  data->response = response;
  for (Eigen::Index k = 0; k < inputs.cols(); ++k)
    data->input_names.push_back(fmt::format("x{}", k + 1));
  for (Eigen::Index i = 0; i < inputs.rows(); ++i)
    data->row_numbers.push_back(static_cast<std::size_t>(i) + 1);
  data->scaling.input_mean = Eigen::VectorXd::Zero(inputs.cols());
  data->scaling.input_sd = Eigen::VectorXd::Ones(inputs.cols());
  return data;
}

/// A fixed sequence of numbers between -1 and 1 in a matrix.
inline Eigen::MatrixXd scattered(Eigen::Index rows, Eigen::Index columns) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [](Eigen::Index i, Eigen::Index j) {
    return std::sin(12.9898 * static_cast<double>(i + 1) + 78.233 * static_cast<double>(j + 1));
  });
}

inline std::shared_ptr<gp::Dataset> scattered_dataset(Eigen::Index rows, Eigen::Index columns) {
  return dataset_of(scattered(rows, columns), scattered(rows, columns + 1).col(columns));
}

/// Answers every request with the same numbers.
class ConstantRandom final : public Random {
 public:
  double uniform() override { return 0.5; }
  std::uint64_t below(std::uint64_t) override { return 0; }
  bool bernoulli(double) override { return true; }
  double normal() override { return 2; }
  double exponential() override { return 1; }
};

}  // namespace mcmc::testing
