#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "evidence.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/options.hpp"
#include "mcmc/proposal.hpp"
#include "mcmc/target.hpp"
#include "model.hpp"

namespace mcmc::emulator {

/// An approximation of any density, learned from the evaluations that warm-up makes of it.
///
/// At the end of each round of warm-up all chains' evaluations are pooled, in chain order, and a
/// regression surface is fitted to them (`Model`). Rounds that run a mapping on the emulator are
/// active learning: they evaluate the target where the emulator believes its mass to be, in every
/// other round with its surface flattened. After warm-up it is a fixed function of x.
///
/// Each fit is first judged by evaluations that it has not seen. When the last judgement is worse
/// than `largest_error`, or there never was enough to learn from, the emulator answers with the
/// log density of `fallback` instead.
class Emulator final : public Density, public Learner {
 public:
  struct Options {
    Target* of = nullptr;
    Target* fallback = nullptr;
    std::optional<std::size_t> size;
    std::optional<double> depth;
    double defensive_weight = 0.02;
    double largest_error = 1.0;
    void declare(OptionTable& table);
  };
  explicit Emulator(Options& options);
  ~Emulator() override;

  static std::vector<Proposal> propose(const TuningProblem& problem);

  const ParameterNames& parameters() const override { return of_->parameters(); }
  Evaluation log_density(const Eigen::VectorXd& x) override;

  Target* observed_target() override { return of_; }
  void observe(const Eigen::VectorXd& x, double log_density) override;
  void fit(std::span<Learner* const> chains) override;
  void freeze() override;
  bool ready() const override { return model_ != nullptr || is_frozen(); }
  std::optional<Remark> remark() const override;
  void persist(Archive& archive) override;

  bool is_frozen() const { return frozen_ != 0; }
  /// Median error at evaluations that the judged fit had not seen, in nats; NaN before there is
  /// one.
  double held_out_error() const { return held_out_.median; }

 private:
  bool is_good_enough() const;
  double power() const;
  void judge(const Model& model, const Evidence& held_out);
  void judge_on_new(const Evidence& all, const Evidence& fresh);

  /// Absolute errors, in nats, at points that were held out.
  struct HeldOut {
    double median;
    double nine_in_ten;  ///< the 90 % quantile
    std::uint64_t points = 0;
  };

  Target* of_;
  Target* fallback_;
  TargetKnowledge knowledge_;
  ModelOptions options_;
  double largest_error_;

  Evidence fresh_;
  std::shared_ptr<const Evidence> evidence_;  // shared between the chains, like the model
  std::shared_ptr<const Model> model_;
  HeldOut held_out_;
  std::uint64_t fits_ = 0;
  std::uint64_t frozen_ = 0;

  Scratch scratch_;
  State state_;  // for the fallback
};

}  // namespace mcmc::emulator
