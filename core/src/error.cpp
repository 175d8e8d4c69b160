#include "mcmc/error.hpp"

#include <utility>

namespace mcmc {

Error::Error(ExitCode code, const std::string& message)
    : std::runtime_error(message), code_(code) {}
Error::Error(ExitCode code, Mark mark, const std::string& message)
    : std::runtime_error(mark.file ? mark.to_string() + ": " + message : message),
      code_(code),
      mark_(std::move(mark)) {}
Error::Error(ExitCode code, std::string option, const std::string& message)
    : std::runtime_error(message), code_(code), option_(std::move(option)) {}
Error::~Error() = default;

OptionError::OptionError(std::string option, const std::string& message)
    : Error(ExitCode::bad_pipeline, std::move(option), message) {}
OptionError::~OptionError() = default;

NumericalFailure::NumericalFailure(const std::string& message) : Error(ExitCode::no, message) {}
NumericalFailure::~NumericalFailure() = default;

}  // namespace mcmc
