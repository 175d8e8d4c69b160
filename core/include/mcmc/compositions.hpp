#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/options.hpp"
#include "mcmc/transition.hpp"

/// Transitions made of transitions of one target. Each has a reversal when all its parts have one,
/// and is its own reversal when that would be made of the same parts in the same way.
namespace mcmc {

/// What all compositions have: parts, their target, and a reversal.
class Composition : public Transition {
 public:
  ~Composition() override;
  Target& target() const final { return parts_.front()->target(); }
  Transition* reversal() final { return reversal_; }

 protected:
  /// The parts outlive this. @throws OptionError("do") if there are none or their targets differ
  explicit Composition(std::vector<Transition*> parts);

  const std::vector<Transition*>& parts() const { return parts_; }
  /// The reversal of each part in the same order; empty when some part has none.
  std::vector<Transition*> reversed_parts() const;
  void set_reversal(Transition& reversal) { reversal_ = &reversal; }
  void own_reversal(std::unique_ptr<Transition> reversal);

 private:
  std::vector<Transition*> parts_;
  Transition* reversal_ = nullptr;
  std::unique_ptr<Transition> owned_;
};

/// All parts, one after another. The reversal takes the parts' reversals in the opposite order.
class Sequence : public Composition {
 public:
  struct Options {
    std::vector<Transition*> parts;
    void declare(OptionTable& table);
  };
  explicit Sequence(Options& options) : Sequence(options.parts) {}
  explicit Sequence(std::vector<Transition*> parts);

 private:
  Sequence(std::vector<Transition*> parts, Transition& reversal);
  void move(State& x, Random& random, StepReport& report) final;
};

/// One part, a fixed number of times.
class Repeat final : public Composition {
 public:
  struct Options {
    Transition* part = nullptr;
    std::size_t times = 1;
    void declare(OptionTable& table);
  };
  explicit Repeat(Options& options) : Repeat(*options.part, options.times) {}
  /// @pre times > 0
  Repeat(Transition& part, std::size_t times);

 private:
  Repeat(Transition& part, std::size_t times, Transition& reversal);
  void move(State& x, Random& random, StepReport& report) override;

  std::size_t times_;
};

/// One part, chosen at random by weight (a random scan). The reversal mixes the parts' reversals
/// with the same weights.
class Mixture final : public Composition {
 public:
  struct Options {
    std::vector<Transition*> parts;
    std::vector<double> weights;
    void declare(OptionTable& table);
  };
  /// @throws OptionError("weights") if there is not one for each part
  explicit Mixture(Options& options);
  /// @pre one positive weight for each part
  Mixture(std::vector<Transition*> parts, std::vector<double> weights);

 private:
  Mixture(std::vector<Transition*> parts, std::vector<double> weights, Transition& reversal);
  void move(State& x, Random& random, StepReport& report) override;

  std::vector<double> weights_;
};

/// A sequence of one transition for each parameter, made from a template in which `$parameter`
/// stands for the parameter's name.
class ForEachParameter final : public Sequence {
 public:
  struct Options {
    ComponentTemplate<Transition> transition;
    std::vector<std::string> parameters;
    void declare(OptionTable& table);
  };
  /// @throws OptionError for a template without a target, or unknown parameters
  explicit ForEachParameter(Options& options);
};

}  // namespace mcmc
