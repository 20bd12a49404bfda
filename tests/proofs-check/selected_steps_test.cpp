// Several selected steps in the checker: reference values, choices that prove nothing, and ends on both sides.

#include "allocation/selected_steps.hpp"

#include <catch2/catch.hpp>

#include "exact_text.hpp"
#include "statement/reader.hpp"

namespace hallmark::check::test {
namespace {

Number parsed(const char* text) { return *parse_number(text); }

bool is_above(const Interval& x, const char* value) {
  return mpfr_cmp(x.lo(), Interval(rational_of(value), 128).hi()) > 0;
}
bool is_below(const Interval& x, const char* value) {
  return mpfr_cmp(x.hi(), Interval(rational_of(value), 128).lo()) < 0;
}

}  // namespace

TEST_CASE("selected steps: an event of scores proves no more than the number") {
  const ScoreEvent event{Rational(1, 2), 8, 0};
  const Interval lower = selected_lower({parsed("1"), 3, 2, 1, true}, parsed("1"), event, {64, 10});
  CHECK(is_below(lower, "2004099131/10000000000"));
}

TEST_CASE("selected steps: a chord below the peak is refused, and what the chord does not reach counts") {
  const AllocationScheme scheme{parsed("1"), 3, 2, 1, true};
  ProductAbove above{Rational(1, 2), 6,           Rational(1, 4),    Rational(1, 2),
                     Rational(1),    Rational(0), Rational(1, 1000), Rational(1, 1000)};
  // Hardly any event is excluded by such exponents, so that the bound says nothing, however large eps is.
  CHECK(is_above(selected_upper(scheme, parsed("30"), above, {64, 6}), "9/10"));
  above.alpha = Rational(-100);
  CHECK_THROWS_AS(selected_upper(scheme, parsed("30"), above, {64, 6}), Rejected);
}

TEST_CASE("selected steps: two of three, 0.2004099130 with the record removed and 0.1971938861 added", "[.long]") {
  const Number sigma = parsed("1");
  const Number eps = parsed("1");
  const ScoreEvent event{Rational(1, 2), 8, 0};
  const auto best = [&](bool remove) {
    Interval most(64);
    for (int k = -400; k <= 400; k += 40) {
      ScoreEvent at = event;
      at.threshold = k;
      const Interval lower = selected_lower({sigma, 3, 2, 1, remove}, eps, at, {64, 10});
      CHECK(is_below(lower, remove ? "2004099131/10000000000" : "1971938862/10000000000"));
      most = max(most, lower);
    }
    return most;
  };
  CHECK(is_above(best(true), "198/1000"));
  CHECK(is_above(best(false), "194/1000"));
}

}  // namespace hallmark::check::test
