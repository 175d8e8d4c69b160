#pragma once

#include <vector>

#include "mcmc/error.hpp"

namespace mcmc {

/// Several errors at once, in the order in which they stand in the pipeline file; errors of other
/// places come last. The message has one after another on lines of their own, and the exit code is
/// the first one's. Without any it says that something failed because of an error that is told
/// elsewhere.
class Errors : public Error {
 public:
  explicit Errors(std::vector<Error> errors);
  ~Errors() override;
  const std::vector<Error>& all() const { return errors_; }

 private:
  struct InOrder {
    explicit InOrder(std::vector<Error> unsorted);
    std::vector<Error> errors;
  };
  explicit Errors(InOrder sorted);

  std::vector<Error> errors_;
};

/// Collects errors that do not follow from each other, so that a user sees all of them in one go.
class ErrorList {
 public:
  /// Does a step whose failure does not prevent the next ones: an Error that it throws is kept.
  template <class Step>
  void attempt(Step step) {
    try {
      step();
    } catch (const Error& error) {
      add(error);
    }
  }
  /// The same error counts once.
  void add(const Error& error);
  bool empty() const { return !failed_; }
  /// @throws Errors when there are any, or an OptionError that is the only one
  void throw_if_any() const;

 private:
  std::vector<Error> errors_;
  bool failed_ = false;
};

}  // namespace mcmc
