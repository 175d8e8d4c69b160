#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "mcmc/evaluation.hpp"

namespace mcmc {

/// What is predicted: the response, which is observed with noise, or the function below the noise.
enum class Predicted { response, latent };

/// Cases at which a model predicts, in the units of their file and in its order.
struct NewCases {
  std::vector<std::string> input_names;
  Eigen::MatrixXd inputs;    ///< m x inputs
  Eigen::VectorXd response;  ///< m, NaN where it is unknown; or empty
  std::vector<std::string> unused_columns;
};

/// The normal distributions of all new cases given one point x, in the units of their file.
struct Prediction {
  Eigen::VectorXd mean;      ///< m
  Eigen::VectorXd variance;  ///< m, never negative
  std::size_t clamped = 0;   ///< variances that rounding had taken below zero
};

/// Predicts the cases of one file. It may keep scratch memory.
class Predictor {
 public:
  virtual ~Predictor();
  virtual const NewCases& cases() const = 0;
  /// The distribution of each case given the data and x, on the density's sampling scale: a pure
  /// function of x. After a failure `prediction` holds nothing of use.
  virtual Failure predict(const Eigen::VectorXd& x, Prediction& prediction) = 0;
};

}  // namespace mcmc
