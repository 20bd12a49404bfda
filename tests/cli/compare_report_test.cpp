#include <catch2/catch.hpp>

#include "cli/compare/report.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

Golden golden(std::string id, std::string quantity) {
  return {std::move(id), "s", std::move(quantity), "exact", "why", Json::object(), "1", "2", Rational(1), Rational(2)};
}

}  // namespace

TEST_CASE("what a stranger's program says stays data in annotations and in Markdown") {
  const Golden first = golden("a", "z.delta");
  const Golden second = golden("b", "a.delta");
  const Golden third = golden("c", "m.delta");
  Comparison comparison;
  comparison.rows = {
      {.golden = &first, .judgement = {RowVerdict::lost, "50%0A::error::x|`<b>@all"}},
      {.golden = &second, .side = Side::upper, .value = "0.5", .judgement = {RowVerdict::unsound, ""}},
      {.golden = &third, .judgement = {RowVerdict::skipped, "no"}},
  };
  CHECK(annotations(comparison) ==
        "::error title=a.delta unsound::b a.delta: upper 0.5; true [1, 2]\n"
        "::warning title=z.delta lost::a z.delta: 50%250A::error::x|`<b>@all\n");
  const std::string text = summary(comparison);
  CHECK(text.find("| lost | `a` z.delta | 50%0A::error::x&#124;&#96;&#60;b>&#64;all |") != std::string::npos);
  CHECK(text.find("| `z.delta` | 1 |") < text.find("| `a.delta` | 1 |"));  // as they are asked
  CHECK(text.find("m.delta") == std::string::npos);
  CHECK(text.find("and 1 rows of 1 other quantities, all of them skipped") != std::string::npos);
}

TEST_CASE("with a baseline the rows that are worse are told, and no others") {
  const Golden first = golden("a", "z.delta");
  const Golden second = golden("b", "a.delta");
  Comparison comparison;
  comparison.has_baseline = true;
  comparison.rows = {
      {.golden = &first, .side = Side::upper, .value = "9", .judgement = {RowVerdict::sound, ""}, .worse = "looser"},
      {.golden = &second, .side = Side::upper, .value = "0.5", .judgement = {RowVerdict::unsound, ""}},
  };
  CHECK(annotations(comparison) == "::warning title=z.delta is worse than the baseline::a z.delta: looser\n");
  CHECK(status(comparison) == undecided);
}
