#include "exact/given_drawn.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;

namespace {

// Both outcomes of Q have mass 1/2; R is low and high.
struct TwoRatios {
  Rational low, high;

  [[nodiscard]] Rational divergence(Slope slope, const Rational& w) const {
    const auto positive = [](const Rational& x) { return std::max(x, Rational(0)); };
    return slope == Slope::rising ? (positive(low - w) + positive(high - w)) / 2
                                  : (positive(1 - w * low) + positive(1 - w * high)) / 2;
  }
};

}  // namespace

TEST_CASE("Given drawn: the law of a sampled ratio is that of the ratio itself") {
  const TwoRatios pair{Rational("1/2"), Rational("3/2")};
  const RatioAtoms atoms{.atoms = {{0.5, 0.5, 0.5, 0.5}, {1.5, 1.5, 0.5, 0.5}}};
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const RatioLaw again = given_drawn(subsampled(atoms_law(atoms, slope), Number("1/4")), Ball(Rational("3/4"), 128));
    for (const char* w : {"1/4", "1/2", "1", "5/4", "2", "4"}) {
      const RationalEnds d = delta(again, Number::ln(Rational(w)));
      const Rational truth = pair.divergence(slope, Rational(w));
      CHECK(d.lo <= truth);
      CHECK(truth <= d.hi);
      CHECK(d.hi - d.lo <= Rational("1e-12"));
    }
  }
}

TEST_CASE("Given drawn: what a law has below the least ratio is moved there") {
  // R is 1/4 and 7/4; an upper law may have 0 and 1/2 in place of 1/4, a lower one a little less than 1/4 where f rises.
  const TwoRatios given{0, 2};
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const RatioLaw wide{{slope, Side::upper, {0, 0.5, 1.75}, {0.25, 0.25, 0.5}},
                        {slope, Side::lower, {slope == Slope::rising ? 0.2 : 0.3, 1.75}, {0.5, 0.5}}};
    const RatioLaw drawn = given_drawn(wide, Ball(Rational("1/4"), 128));
    for (const char* w : {"1/4", "1", "3/2", "3"}) {
      const RationalEnds d = delta(drawn, Number::ln(Rational(w)));
      CAPTURE(w);
      CHECK(d.lo <= given.divergence(slope, Rational(w)));
      CHECK(given.divergence(slope, Rational(w)) <= d.hi);
    }
  }
  // R is 1/4, 1/2 and 13/8; half of what is at 1/4 stands at 0, and half at 1/2.
  const ConvexLaw above{Slope::falling, Side::upper, {0, 0.5, 1.625}, {0.125, 0.375, 0.5}};
  const ConvexLaw below{Slope::falling, Side::lower, {0.25, 0.5, 1.625}, {0.25, 0.25, 0.5}};
  const RationalEnds d = delta(given_drawn({above, below}, Ball(Rational("1/4"), 128)), Number::ln(Rational("3/2")));
  CHECK(Rational("3/8") <= d.hi);
  CHECK(d.hi <= Rational("3/8") + Rational("1e-12"));
  CHECK(d.lo <= Rational("3/8"));
}

TEST_CASE("Given drawn: the chance that nothing is drawn is below 1 and known") {
  const RatioLaw law = atoms_law({.atoms = {{0.5, 0.5, 0.5, 0.5}, {1.5, 1.5, 0.5, 0.5}}}, Slope::falling);
  CHECK_THROWS_AS(given_drawn(law, Ball(1, 128)), InputError);
  CHECK_THROWS_AS(given_drawn(law, Ball::anything(128)), InputError);
}

TEST_CASE("Given drawn: (1 - rate)^steps, however near 0 or 1") {
  CHECK(never_drawn(Rational("1/4"), 2).contains(Rational("9/16")));
  CHECK(never_drawn(1, 3).is_zero());
  const Rational tiny = pow(Rational(10), -200);
  const Ball rare = never_drawn(1 - tiny, 2), frequent = never_drawn(tiny, 2);
  CHECK(rare.contains(tiny * tiny));
  CHECK(is_drawn_often(rare));
  CHECK(frequent.contains(pow(1 - tiny, 2)));
  CHECK(!is_drawn_often(frequent));
}
