#include <cstddef>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "flat_density.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/target.hpp"
#include "mcmc/transition.hpp"

namespace {

class FailsWhenBuilt final : public FlatDensity {
 public:
  struct Options : FlatDensity::Options {
    std::string with = "words";
    double patience = std::numeric_limits<double>::infinity();
    void declare(mcmc::OptionTable& table) {
      table.add("with", with).one_of({"words", "a number", "no memory"}).doc("What it throws");
      table.add("patience", patience).doc("How long it waits, for ever by default");
    }
  };
  explicit FailsWhenBuilt(const Options& options) : FlatDensity(options) {
    if (options.with == "a number") throw 42;
    if (options.with == "no memory") throw std::bad_alloc();
    throw std::runtime_error("no instrument is attached");
  }
};

/// Defined here, so that what it says is in this library.
struct Unplugged : std::exception {
  const char* what() const noexcept override { return "the instrument was unplugged"; }
};

class FailsWhenRun final : public FlatDensity {
 public:
  struct Options : FlatDensity::Options {
    std::size_t evaluations = 100;
    void declare(mcmc::OptionTable& table) {
      table.add("evaluations", evaluations).doc("How many go well");
    }
  };
  explicit FailsWhenRun(const Options& options)
      : FlatDensity(options), left_(options.evaluations) {}
  mcmc::Evaluation log_density(const Eigen::VectorXd& x) override {
    if (left_ == 0) throw Unplugged();
    --left_;
    return -x.squaredNorm();
  }

 private:
  std::size_t left_;
};

class ThrowsNumber final : public FlatDensity {
 public:
  using FlatDensity::FlatDensity;
  mcmc::Evaluation log_density(const Eigen::VectorXd& x) override {
    if (++evaluations_ > 100) throw 42;
    return -x.squaredNorm();
  }

 private:
  int evaluations_ = 0;
};

class Huge final : public FlatDensity, public mcmc::HasFootprint {
 public:
  using FlatDensity::FlatDensity;
  std::size_t bytes_per_chain() const override { return std::size_t{1} << 60; }
  std::string size_in_words() const override { return "a cube of cases"; }
};

/// Its author knows no reversal of it.
class OneWay final : public mcmc::Transition {
 public:
  struct Options {
    mcmc::Target* target = nullptr;
    void declare(mcmc::OptionTable& table) {
      table.add("target", target).required().doc("The density whose distribution it leaves");
    }
  };
  explicit OneWay(const Options& options) : target_(options.target) {}

  mcmc::Target& target() const override { return *target_; }
  Transition* reversal() override { return nullptr; }

 private:
  void move(mcmc::State&, mcmc::Random&, mcmc::StepReport&) override {}

  mcmc::Target* target_;
};

}  // namespace

MCMC_PLUGIN("fails_later", "1.0.0") {
  registration.add<FailsWhenBuilt>("fails.when_built", "Throws when it is built");
  registration.add<FailsWhenRun>("fails.when_run", "Throws after some evaluations");
  registration.add<ThrowsNumber>("fails.with_number", "Throws no exception but a number");
  registration.add<Huge>("fails.for_memory", "Needs more memory than any machine has");
  registration.add<OneWay>("fails.to_return", "Has no reversal");
}
