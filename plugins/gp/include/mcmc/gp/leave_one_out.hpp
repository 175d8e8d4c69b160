#pragma once

#include <Eigen/Core>
#include <memory>

#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/predictor.hpp"

namespace mcmc::gp {

/// Predicts the response of each of the model's own cases from all of the others, exactly, with one
/// factorisation for all (Rasmussen and Williams 2006, equations 5.10 to 5.12): with a = C^-1 y and
/// c_i = (C^-1)_ii, the mean of case i is y_i - a_i / c_i and its variance 1 / c_i, its noise
/// included. y is less the prior mean here.
///
/// One prediction takes 2 n^3 / 3 operations and 5 n^2 / 2 doubles for n cases.
class LeaveOneOut final : public Predictor {
 public:
  /// @param cases the model's own, in the units of their file
  LeaveOneOut(std::shared_ptr<Model> model, NewCases cases);
  ~LeaveOneOut() override;

  const NewCases& cases() const override { return cases_; }
  Failure predict(const Eigen::VectorXd& x, Prediction& prediction) override;

 private:
  std::shared_ptr<Model> model_;
  NewCases cases_;
  ExactLikelihood likelihood_;
  Eigen::MatrixXd inverse_factor_;  ///< L^-1, where C = L L'
};

}  // namespace mcmc::gp
