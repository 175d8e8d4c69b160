#include "open_quote.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace {

std::string place_in(const std::string& text) {
  const auto place = mcmc::find_open_quote(text);
  return place ? std::to_string(place->line) + ":" + std::to_string(place->column) : "none";
}

}  // namespace

TEST_CASE("A quote that is not closed in its line is found where it opens") {
  CHECK(place_in("a: 1\nb: \"text\nc: \"more\"\n") == "2:4");
  CHECK(place_in("a: {b: 'x, c: 2}\n") == "1:8");
  CHECK(place_in("list:\n  - \"one\n") == "2:5");
  CHECK(place_in("[\"a\", \"b]\n") == "1:7");
  CHECK(place_in("\"key: 1\n") == "1:1");
  CHECK(place_in("a: \"it said \\\"yes\\\"\n") == "1:4");
  CHECK(place_in("a: \"b  # c\"\nd: \"e  # f\n") == "2:4");
}

TEST_CASE("Quotes that are closed, or that are letters, are no open quotes") {
  CHECK(place_in("a: \"text\"\nb: 'it''s'  # isn't\n") == "none");
  CHECK(place_in("a: \"one \\\" two\"\n") == "none");
  CHECK(place_in("a: don't\nb: 5\" wide\n") == "none");
  CHECK(place_in("# what's this\n\na: 1\n") == "none");
  CHECK(place_in("a: |\n  \"open\n\n  'still\nb: \"c\"\n") == "none");
  CHECK(place_in("a: >-  # folded\n  \"open\nb: 1\n") == "none");
}
