#include "mcmc/error_list.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

namespace mcmc::testing {
namespace {

Error at(int line, int column, ExitCode code = ExitCode::bad_pipeline) {
  static const auto file = std::make_shared<const std::string>("p.yaml");
  return {code, {file, line, column}, "wrong"};
}

Errors thrown_by(const ErrorList& errors) {
  try {
    errors.throw_if_any();
  } catch (const Errors& several) {
    return several;
  }
  FAIL("nothing was thrown");
  return Errors({});
}

}  // namespace

TEST_CASE("A list of errors that is empty throws nothing") {
  ErrorList errors;
  errors.attempt([] {});
  CHECK(errors.empty());
  CHECK_NOTHROW(errors.throw_if_any());
}

TEST_CASE("Errors come in the order of the file, those of other places last") {
  ErrorList errors;
  errors.add({ExitCode::bad_data, "data.csv: bad"});
  errors.add(at(9, 2, ExitCode::no_input));
  errors.attempt([] { throw at(9, 1); });
  errors.add(at(2, 7, ExitCode::usage));
  const Errors several = thrown_by(errors);
  CHECK(several.what() == std::string("p.yaml:2:7: wrong\np.yaml:9:1: wrong\np.yaml:9:2: wrong\n"
                                      "data.csv: bad"));
  CHECK(several.code() == ExitCode::usage);
}

TEST_CASE("The same error counts once, from wherever it comes") {
  ErrorList inner, outer;
  inner.add(at(1, 1));
  inner.add(at(2, 1));
  outer.add(at(1, 1));
  outer.attempt([&] { inner.throw_if_any(); });
  CHECK(thrown_by(outer).all().size() == 2);
}

TEST_CASE("What failed because of an error told elsewhere fails without one of its own") {
  ErrorList errors;
  errors.attempt([] { throw Errors({}); });
  CHECK_FALSE(errors.empty());
  CHECK(thrown_by(errors).all().empty());
  errors.add(at(3, 4));
  CHECK(thrown_by(errors).what() == std::string("p.yaml:3:4: wrong"));
}

TEST_CASE("Errors about options keep them, and one alone is an OptionError") {
  ErrorList errors;
  errors.attempt([] { throw OptionError("priors.a", "no such parameter"); });
  CHECK_THROWS_AS(errors.throw_if_any(), OptionError);
  errors.attempt([] { throw OptionError("priors.b", "no such parameter"); });
  const Errors several = thrown_by(errors);
  REQUIRE(several.all().size() == 2);
  CHECK(several.all()[1].option() == "priors.b");
}

}  // namespace mcmc::testing
