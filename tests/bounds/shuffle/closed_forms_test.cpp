#include "bounds/shuffle/closed_forms.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"

using namespace hallmark;

TEST_CASE("closed forms: inside their validity they bound the exact pair, the sharper one more closely") {
  for (long n : {1000L, 100'000L, 10'000'000L}) {
    for (const char* eps0_text : {"1/100", "1/2", "1", "3"}) {
      for (const char* delta_text : {"1/2", "1e-3", "1e-6", "1e-12"}) {
        const Number eps0(eps0_text);
        const Number delta(delta_text);
        try {
          const Ball sharp = closed_forms::theorem_3_1_sharp_upper({n, eps0, delta}, 128);
          INFO("n=" << n << " eps0=" << eps0_text << " delta=" << delta_text);
          CHECK(less_equal(clones::delta({n, eps0, Number(sharp.lower())}, 128), delta.ball(256)) == Truth::yes);
          const Ball paper = closed_forms::theorem_3_1_upper({n, eps0, delta}, 128);
          CHECK(less(sharp, paper) == Truth::yes);
        } catch (const InputError&) {
          continue;  // outside the validity of one of them
        }
      }
    }
  }
}

TEST_CASE("closed forms: outside their validity they refuse and say why") {
  CHECK_THROWS_WITH(closed_forms::theorem_3_1_upper({10'000, 4, Number("1e-6")}, 64),
                    Catch::Contains("at most ln(n / (16 ln(2/delta)))"));
  CHECK_THROWS_WITH(closed_forms::lemma_a1_upper({1000, Number("1e-3"), Number("1e-6")}, 64),
                    Catch::Contains("at least 16 ln(2/delta) / n"));
  CHECK_THROWS_AS(closed_forms::theorem_3_1_upper({10'000, 1, 0}, 64), InputError);
  CHECK_THROWS_AS(closed_forms::lemma_a1_upper({1000, 2, Number("1e-6")}, 64), InputError);
}

TEST_CASE("closed forms: the reference value of the peers' table") {
  // n = 1e6, eps0 = 1, delta = 1e-8: published implementations print 0.0271751578143 for the older, looser form.
  const Ball b = closed_forms::theorem_3_1_upper({1'000'000, 1, Number("1e-8")}, 128);
  CHECK(less(b, Rational("0.0272")) == Truth::yes);
  CHECK(b.relative_bits() > 110);
}

TEST_CASE("closed forms: their digits, by another route") {
  // MPFR's, out of the checker: n = 1e6, delta = 1e-8, and p = 1/50.
  const Ball lemma = closed_forms::lemma_a1_upper({1'000'000, Number("1/50"), Number("1e-8")}, 128);
  CHECK(less(lemma, Rational("0.2248688272375099658906874812035")) == Truth::yes);
  CHECK(less(lemma, Rational("0.2248688272375099658906874812030")) == Truth::no);
}
