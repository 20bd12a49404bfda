// Several selected steps in the checker: reference values, choices that prove nothing, and ends on both sides.

#include "allocation/selected_steps.hpp"

#include <catch2/catch.hpp>
#include "allocation/few_steps.hpp"

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

TEST_CASE("selected steps: a rule over the differences of two of three holds the number, however coarse") {
  const Number sigma = parsed("1");
  const Number eps = parsed("1");
  for (const bool remove : {true, false}) {
    const AllocationScheme scheme{sigma, 3, 2, 1, remove};
    const auto at = [&](const Rational& step, const Rational& reach, Count last) {
      return few_steps_delta(scheme, eps, {step, reach, last}, {64, 10});
    };
    for (const Rational& step : {Rational(2), Rational(3, 2), Rational(1), Rational(1, 2)}) {
      for (const Rational& reach : {Rational(1, 4), Rational(3, 4), Rational(3, 2)}) {
        for (const Count last : {Count(2), Count(4), Count(12)}) {
          const Interval value = at(step, reach, last);
          CHECK(is_below(value.lower(), remove ? "20040991300/100000000000" : "19719388615/100000000000"));
          CHECK(is_above(value.upper(), remove ? "20040991298/100000000000" : "19719388613/100000000000"));
        }
      }
    }
    const Interval fine = at(Rational(1, 3), Rational(7, 4), 28);
    CHECK(is_below(fine.upper(), remove ? "2004099131/10000000000" : "1971938862/10000000000"));
    CHECK(is_above(fine.lower(), remove ? "2004099129/10000000000" : "1971938861/10000000000"));
    // Beyond the sector, and before the shifts end.
    CHECK_THROWS_AS(at(Rational(1, 4), 2, 40), Rejected);
    CHECK_THROWS_AS(at(Rational(1, 4), 1, 2), Rejected);
  }
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
