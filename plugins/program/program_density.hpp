#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/build_context.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "process.hpp"

namespace mcmc::program {

/// A log density that a program computes, which is asked through its standard input and output:
///
///   the program, when it is ready:  density 1 mu log_sigma
///   for each point, we:             0.25 -1.5
///   and the program:                -3.7251     (or -inf, or: fail REASON)
///
/// Each chain has a program of its own, started at its first evaluation and ended with the density.
/// An evaluation throws Error bad_pipeline, with the program's last words, when the program ends,
/// keeps silent for longer than `timeout`, or writes anything else; a `fail` is
/// `Failure::reported`.
class ProgramDensity final : public Density, public ExplainsFailures {
 public:
  struct Options {
    std::vector<std::string> command;
    std::vector<std::string> parameters;
    double timeout = 60;
    std::filesystem::path directory;
    void declare(OptionTable& table);
  };
  /// @throws OptionError when programs are not permitted, for a program that is not there, and for
  ///         names that parameters cannot have
  ProgramDensity(Options& options, BuildContext& context);
  ~ProgramDensity() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;
  std::string explanation() const override { return explanation_; }

 private:
  void start();
  std::string ask(std::string_view question);
  void require_silence();
  [[noreturn]] void give_up(const std::string& problem);
  [[noreturn]] void give_up_on(Process::Outcome outcome);

  std::string name_;
  std::vector<std::string> command_;
  std::filesystem::path program_;
  std::filesystem::path directory_;
  ParameterNames names_;
  Process::Seconds timeout_;
  std::unique_ptr<Process> process_;
  std::string explanation_;
};

}  // namespace mcmc::program
