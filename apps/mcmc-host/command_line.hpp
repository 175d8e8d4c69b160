#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>
#include <cstddef>
#include <string>
#include <vector>

/// What all verbs share of reading the command line.
namespace mcmc::app {

using Arguments = std::vector<std::string>;

/// One verb: how it is called, in one line each, and its options.
struct Usage {
  std::string verb;
  std::string arguments;  ///< "PIPELINE.yaml", "DIR or CSV..."
  std::string summary;
};

/// The options of one call of a verb, read from its arguments.
class CommandLine {
 public:
  /// @param options of this verb; the positional arguments are collected in order
  /// @throws Error usage for an unknown option, a bad value or a missing argument
  CommandLine(Usage usage, const boost::program_options::options_description& options,
              const Arguments& arguments);

  /// Whether help was asked for; it has then been printed.
  bool helped() const { return helped_; }
  const std::vector<std::string>& positional() const { return positional_; }
  /// The only positional argument. @throws Error usage when there is none or several
  const std::string& only_argument() const { return exactly(1).front(); }
  /// The positional arguments, of which there are so many. @throws Error usage otherwise
  const std::vector<std::string>& exactly(std::size_t count) const;

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  template <class T>
  const T& get(const std::string& name) const {
    return values_[name].as<T>();
  }
  template <class T>
  T get_or(const std::string& name, T otherwise) const {
    return has(name) ? get<T>(name) : otherwise;
  }

  /// @throws Error usage with the message, and how the verb is called
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  Usage usage_;
  boost::program_options::variables_map values_;
  std::vector<std::string> positional_;
  bool helped_ = false;
};

}  // namespace mcmc::app
