#pragma once

#include <stdexcept>
#include <string>

#include "mcmc/node.hpp"

namespace mcmc {

/// What the program's exit status says; the numbers follow sysexits.h where it has a word for it.
enum class ExitCode {
  ok = 0,
  no = 1,              ///< it worked, and the answer is no
  usage = 64,          ///< the command line
  bad_data = 65,       ///< the contents of a data file
  no_input = 66,       ///< a file that cannot be read
  internal = 70,       ///< a mistake of ours or of a plugin's
  cannot_create = 73,  ///< an output that cannot be made
  io_error = 74,       ///< an output that failed while it was written
  bad_pipeline = 78,   ///< the pipeline file or a plugin
  interrupted = 130,
  terminated = 143,
};

/// An error that a user can act on. The message says where, what is wrong, what was expected and
/// what to do: `pipeline.yaml:12:5: unknown key "widht"; expected "width" or ...; did you mean
/// "width"?`
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message);
  /// Puts the place before the message.
  Error(ExitCode code, Mark mark, const std::string& message);
  ~Error() override;
  ExitCode code() const { return code_; }
  /// Where it stands in the pipeline file. @pre has_place()
  const Mark& mark() const { return mark_; }
  bool has_place() const { return mark_.file != nullptr; }
  /// Of an OptionError, the option; else empty.
  const std::string& option() const { return option_; }

 protected:
  Error(ExitCode code, std::string option, const std::string& message);

 private:
  ExitCode code_;
  Mark mark_;
  std::string option_;
};

/// Thrown by a component that cannot be built because of one of its options. The builder adds the
/// file, line and column at which the option stands. Of several options, throw Errors.
class OptionError : public Error {
 public:
  /// `option` is the option's name in the component's table, "data.file" for one in a group.
  OptionError(std::string option, const std::string& message);
  ~OptionError() override;
};

/// A failed evaluation under `on_failure: abort`.
class NumericalFailure : public Error {
 public:
  explicit NumericalFailure(const std::string& message);
  ~NumericalFailure() override;
};

}  // namespace mcmc
