#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

class EigenvalueMeans;

/// A density of a Gaussian process's parameters: the model's prior times a likelihood, exact or
/// approximate. Where the prior is zero the likelihood is not computed.
class GaussianProcess : public Density,
                        public HasLogPrior,
                        public HasFeatures,
                        public HasDerivedOutputs,
                        public CanDrawPrior,
                        public CanPredict,
                        public HasCases,
                        public CanLeaveOneOut,
                        public HasFootprint {
 public:
  explicit GaussianProcess(std::shared_ptr<Model> model);
  ~GaussianProcess() override;

  /// The model, for approximations of this density.
  const std::shared_ptr<Model>& model() const { return model_; }

  const ParameterNames& parameters() const override { return model_->parameters(); }
  Evaluation log_density(const Eigen::VectorXd& x) final;
  double log_prior(const Eigen::VectorXd& x) const override { return model_->log_prior(x); }
  /// Where the noise is sampled, the two `EigenvalueMeans`: the posterior is a thin bend in
  /// log_eta, log_sigma and the length scales, but not in these.
  Eigen::Index feature_count() const override;
  void features(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override;
  std::vector<std::string> derived_names() const override { return model_->derived_names(); }
  void derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override;
  std::vector<std::string> derived_notes() const override;
  void draw_prior(Random& random, Eigen::VectorXd& x) const override;
  std::string size_in_words() const override;
  /// Predicts with the exact model: an approximate likelihood says which hyperparameters are
  /// likely, not what follows from them.
  std::unique_ptr<Predictor> predictor(const std::filesystem::path& new_cases,
                                       Predicted what) const override;
  NewCases cases() const override;
  std::string response_name() const override { return model_->data().response_name; }
  std::unique_ptr<Predictor> predictor_of(const std::vector<Eigen::Index>& positions,
                                          Predicted what) const override;
  std::unique_ptr<Predictor> predictor_at(const Eigen::MatrixXd& inputs,
                                          Predicted what) const override;
  /// With the exact model, as all predictions.
  std::unique_ptr<Predictor> leave_one_out() const override;

 private:
  /// In nats, with all constants. Called where the prior is positive.
  virtual Evaluation log_likelihood(const Eigen::VectorXd& x) = 0;

  std::shared_ptr<Model> model_;
  mutable std::unique_ptr<EigenvalueMeans> eigenvalue_means_;  // made when first asked for
};

}  // namespace mcmc::gp
