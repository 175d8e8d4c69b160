#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/build_context.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "stan_library.hpp"

namespace mcmc::stan {

/// What the models of one pipeline have in common: all of them, or none, were compiled for threads.
struct Threading;

/// The posterior of a Stan model on Stan's unconstrained scale, the logarithm of the Jacobian
/// included and no constant left out. Parameters are called `unconstrained_NAME`; derived values
/// are the model's parameters and transformed parameters, as Stan names them. Generated quantities,
/// which may be random, are left to Stan's own tools.
///
/// A model that rejects a point is `Failure::reported`. Models that were not compiled for threads
/// take turns.
class StanDensity final : public Density, public HasDerivedOutputs, public ExplainsFailures {
 public:
  struct Options {
    std::filesystem::path library;
    std::filesystem::path data;
    std::uint64_t seed = 1;
    void declare(OptionTable& table);
  };
  /// @throws OptionError when libraries are not permitted, or for one that cannot be used; Error
  ///         no_input for a file that cannot be read, bad_data for data that the model refuses
  StanDensity(Options& options, BuildContext& context);
  ~StanDensity() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;
  std::vector<std::string> derived_names() const override { return derived_names_; }
  void derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override;
  std::string explanation() const override { return explanation_; }

 private:
  std::unique_lock<std::mutex> turn() const;
  std::string taken(char* message) const;

  StanLibrary library_;
  std::shared_ptr<const Threading> threading_;
  std::unique_ptr<Model, void (*)(Model*)> model_;
  bool takes_turns_ = false;
  ParameterNames names_;
  std::vector<std::string> derived_names_;
  std::string explanation_;
};

}  // namespace mcmc::stan
