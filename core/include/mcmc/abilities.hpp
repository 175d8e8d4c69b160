#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/predictor.hpp"
#include "mcmc/random.hpp"

/// Optional abilities of a density: each is a small interface which the density implements beside
/// `Density`. The host finds them with a dynamic_cast, so it needs to know no concrete type.
namespace mcmc {

/// A density that is a prior times a likelihood. The log likelihood is the log density less this.
class HasLogPrior {
 public:
  virtual ~HasLogPrior();
  /// In nats, normalised, cheap: no part of the likelihood is computed. Minus infinity outside.
  virtual double log_prior(const Eigen::VectorXd& x) const = 0;
};

/// A density that knows of quantities, beside x itself, on which its logarithm depends more
/// smoothly than on x, such as a sum of two variances of which data tell no more than the sum. What
/// learns the density takes them for further coordinates.
class HasFeatures {
 public:
  virtual ~HasFeatures();
  virtual Eigen::Index feature_count() const = 0;
  /// Smooth functions of x, finite wherever x is. @pre `values` has one element for each
  virtual void features(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const = 0;
};

/// Quantities computed from x for people to read, such as eta = exp(log_eta).
class HasDerivedOutputs {
 public:
  virtual ~HasDerivedOutputs();
  virtual std::vector<std::string> derived_names() const = 0;
  /// Values in the order of the names. @pre `values` has one element for each name
  virtual void derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const = 0;
  /// What a reader of the columns must know, one sentence each, such as that a unit is unusual.
  /// Draw files carry it and the summary repeats it.
  virtual std::vector<std::string> derived_notes() const { return {}; }
};

/// A prior that can be drawn from: `start: prior` needs it.
class CanDrawPrior {
 public:
  virtual ~CanDrawPrior();
  /// An independent draw from the prior. @pre x has the density's dimension
  virtual void draw_prior(Random& random, Eigen::VectorXd& x) const = 0;
};

/// A density that knows what it costs before it is run.
class HasFootprint {
 public:
  virtual ~HasFootprint();
  /// Bytes of memory that one instance (one chain) needs beyond what chains share.
  virtual std::size_t bytes_per_chain() const = 0;
  /// One phrase for the log, such as "308 cases, 6 inputs".
  virtual std::string size_in_words() const = 0;
};

/// A density whose failures come with words, such as a program's.
class ExplainsFailures {
 public:
  virtual ~ExplainsFailures();
  /// What was said of the latest `Failure::reported`; empty before there is one.
  virtual std::string explanation() const = 0;
};

/// A density of the parameters of a model that can also predict new cases.
class CanPredict {
 public:
  virtual ~CanPredict();
  /// Reads new cases from a file, written like the model's data.
  /// @return which belongs to the density's thread and must not outlive the density
  /// @throws Error no_input or bad_data with file, row and column
  virtual std::unique_ptr<Predictor> predictor(const std::filesystem::path& new_cases,
                                               Predicted what) const = 0;
};

/// A density of the parameters of a model that was fitted to cases, which can be shown beside what
/// the model says of them. Predictors are as in `CanPredict`.
class HasCases {
 public:
  virtual ~HasCases();
  /// The cases in the units of their file, each with its response.
  virtual NewCases cases() const = 0;
  virtual std::string response_name() const = 0;
  /// Predicts the cases at these positions in `cases()`, counted from 0.
  virtual std::unique_ptr<Predictor> predictor_of(const std::vector<Eigen::Index>& positions,
                                                  Predicted what) const = 0;
  /// Predicts cases with these inputs, m x inputs in the units of the file. Where each case has a
  /// known noise variance, theirs is the median of those.
  virtual std::unique_ptr<Predictor> predictor_at(const Eigen::MatrixXd& inputs,
                                                  Predicted what) const = 0;
};

/// A density of the parameters of a model which can tell what it says of each case that it was
/// fitted to, given all the others. Predictors are as in `CanPredict`.
class CanLeaveOneOut {
 public:
  virtual ~CanLeaveOneOut();
  /// Predicts the response of each of the model's own cases, given x and all of its other cases.
  virtual std::unique_ptr<Predictor> leave_one_out() const = 0;
};

}  // namespace mcmc
