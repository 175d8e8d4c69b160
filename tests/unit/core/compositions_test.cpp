#include "mcmc/compositions.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <limits>
#include <string>

#include "mcmc/error.hpp"
#include "mcmc/random.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

using namespace mcmc;
using mcmc::testing::OwnedTarget;

namespace {

OwnedTarget a_target() {
  return OwnedTarget(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"a", "b"}, mcmc::testing::Points{}, std::vector<double>{}));
}

enum class Reversal { itself, another, none };

/// Writes its name down when it is made; its reversal, if another, writes the name with a "~".
class Named final : public Transition {
 public:
  Named(Target& target, std::string& log, std::string name, Reversal reversal = Reversal::itself)
      : target_(&target), log_(&log), name_(std::move(name)) {
    if (reversal == Reversal::itself) reversal_ = this;
    if (reversal == Reversal::another) {
      owned_ = std::make_unique<Named>(target, log, name_ + "~");
      owned_->reversal_ = this;
      reversal_ = owned_.get();
    }
  }
  Target& target() const override { return *target_; }
  Transition* reversal() override { return reversal_; }

 private:
  void move(State&, Random&, StepReport& report) override {
    *log_ += name_;
    report.proposal(1);
  }

  Target* target_;
  std::string* log_;
  std::string name_;
  Transition* reversal_ = nullptr;
  std::unique_ptr<Named> owned_;
};

struct Fixture {
  OwnedTarget target = a_target();
  std::string log;
  Named a{*target, log, "a"};
  Named b{*target, log, "b"};
  Named c{*target, log, "c", Reversal::another};
  Named one_way{*target, log, "w", Reversal::none};

  std::string made_by(Transition& transition) {
    log.clear();
    State x = target.state({0, 0});
    const auto random = make_random_stream(1, 1, Purpose::sampling);
    StepReport report;
    transition.step(x, *random, report);
    return log;
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "A sequence makes its parts in order, and reversed, their reversals") {
  Sequence sequence({&a, &c, &b});
  CHECK(made_by(sequence) == "acb");
  CHECK(made_by(*sequence.reversal()) == "bc~a");
  CHECK(sequence.reversal()->reversal() == &sequence);
}

TEST_CASE_METHOD(Fixture, "A sequence that reads the same backwards is its own reversal") {
  CHECK(Sequence({&a}).is_reversible());
  CHECK(Sequence({&a, &b, &a}).is_reversible());
  CHECK(Sequence({&c, &a, c.reversal()}).is_reversible());
  CHECK_FALSE(Sequence({&a, &b}).is_reversible());
  CHECK_FALSE(Sequence({&c, &a, &c}).is_reversible());
}

TEST_CASE_METHOD(Fixture, "A composition with a part that has no reversal has none") {
  CHECK(Sequence({&a, &one_way}).reversal() == nullptr);
  CHECK(Repeat(one_way, 2).reversal() == nullptr);
  CHECK(Mixture({&a, &one_way}, {1, 1}).reversal() == nullptr);
}

TEST_CASE_METHOD(Fixture, "Sequences nest") {
  Sequence inner({&a, &c});
  Sequence outer({&inner, &b});
  CHECK(made_by(outer) == "acb");
  CHECK(made_by(*outer.reversal()) == "bc~a");
}

TEST_CASE_METHOD(Fixture, "A repeat makes its part so many times") {
  Repeat repeat(c, 3);
  CHECK(made_by(repeat) == "ccc");
  CHECK(made_by(*repeat.reversal()) == "c~c~c~");
  CHECK(repeat.reversal()->reversal() == &repeat);
  CHECK(Repeat(a, 3).is_reversible());
}

TEST_CASE_METHOD(Fixture, "A mixture makes one part, in proportion to the weights") {
  Mixture mixture({&a, &b}, {1, 3});
  int made_a = 0;
  State x = target.state({0, 0});
  const auto random = make_random_stream(1, 1, Purpose::sampling);
  StepReport report;
  for (int i = 0; i < 4000; ++i) {
    log.clear();
    mixture.step(x, *random, report);
    REQUIRE(log.size() == 1);
    if (log == "a") ++made_a;
  }
  CHECK(std::abs(made_a - 1000) < 110);
}

TEST_CASE_METHOD(Fixture, "A mixture reverses its parts, and is reversible when all of them are") {
  CHECK(Mixture({&a, &b}, {1, 1}).is_reversible());
  Mixture mixture({&c}, {1});
  CHECK(made_by(*mixture.reversal()) == "c~");
  CHECK(mixture.reversal()->reversal() == &mixture);
}

TEST_CASE_METHOD(Fixture, "A mixture's weights are equal unless they are given") {
  Mixture::Options options{{&a, &b, &c}, {}};
  Mixture mixture(options);
  CHECK(options.weights == std::vector<double>{1, 1, 1});
}

TEST_CASE_METHOD(Fixture, "A mixture refuses weights that do not fit its parts") {
  Mixture::Options too_few{{&a, &b}, {1}};
  CHECK_THROWS_WITH(Mixture(too_few), Catch::Contains("expected 2 weights"));
  const double huge = std::numeric_limits<double>::max();
  Mixture::Options too_large{{&a, &b}, {huge, huge}};
  CHECK_THROWS_AS(Mixture(too_large), OptionError);
}

TEST_CASE_METHOD(Fixture, "Parts of different targets are refused, though names are the same") {
  OwnedTarget other = a_target();
  Named stranger(*other, log, "s");
  CHECK_THROWS_AS(Sequence({&a, &stranger}), OptionError);
  CHECK_THROWS_AS(Mixture({&a, &stranger}, {1, 1}), OptionError);
  CHECK_THROWS_AS(Sequence(std::vector<Transition*>{}), OptionError);
}

TEST_CASE_METHOD(Fixture, "A composition adds up what its parts report") {
  Sequence sequence({&a, &b});
  made_by(sequence);
  CHECK(sequence.tally().proposals() == 2);
  CHECK(a.tally().proposals() == 1);
}

TEST_CASE_METHOD(Fixture, "for_each_parameter makes one transition for each parameter") {
  std::deque<Named> made;
  ForEachParameter::Options options;
  options.transition.bind(
      &*target, [&](const std::string& placeholder, const std::string& word) -> Transition& {
        CHECK(placeholder == "$parameter");
        return made.emplace_back(*target, log, word);
      });
  SECTION("all of the target's unless some are chosen") {
    ForEachParameter each(options);
    CHECK(made_by(each) == "ab");
    CHECK(made_by(*each.reversal()) == "ba");
    CHECK(each.reversal()->reversal() == &each);
    CHECK(options.parameters == std::vector<std::string>{"a", "b"});
  }
  SECTION("those that are chosen, in their order") {
    options.parameters = {"b", "a"};
    ForEachParameter each(options);
    CHECK(made_by(each) == "ba");
  }
  SECTION("and refuses unknown ones") {
    options.parameters = {"q"};
    CHECK_THROWS_AS(ForEachParameter(options), OptionError);
  }
}

TEST_CASE("for_each_parameter refuses a template without a target") {
  ForEachParameter::Options options;
  CHECK_THROWS_WITH(ForEachParameter(options), Catch::Contains("target"));
}
