#include "bounds/shuffle/fmt23.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using test::Exact;

namespace {

// The pair with C ~ Bin(n-1, 2/(E+1)).
Exact by_definition(long n, const Exact& e, const Exact& w) {
  test::Law<long> clones{{0, 1}};
  for (long i = 1; i < n; ++i) clones = test::one_more(clones, 2 / (e + 1));
  test::Law<std::pair<long, long>> p, q;
  for (const auto& [c, weight] : clones) {
    test::Law<long> heads{{0, 1}};
    for (long i = 0; i < c; ++i) heads = test::one_more(heads, Exact(1, 2));
    for (const auto& [a, mass] : heads) {
      for (long d = 0; d <= 1; ++d) {
        const Exact m = weight * mass * (d == 1 ? e : Exact(1)) / (e + 1);
        p[{a + d, c - a + 1 - d}] += m;
        q[{a + 1 - d, c - a + d}] += m;
      }
    }
  }
  return test::hockey_stick(p, q, w);
}

}  // namespace

TEST_CASE("fmt23.delta is the divergence of its pair by definition, below the clones pair") {
  for (const char* e : {"3/2", "3", "10"}) {
    for (const char* w : {"1", "11/10", "5/4", "2", "9"}) {
      for (long n = 1; n <= 6; ++n) {
        INFO("E=" << e << " w=" << w << " n=" << n);
        const fmt23::DeltaParameters at{n, Number::ln(Rational(e)), Number::ln(Rational(w))};
        const Rational truth =
            Rational(w) >= Rational(e) ? Rational(0) : test::rational(by_definition(n, Exact(e), Exact(w)));
        CHECK(fmt23::delta_exact(at) == truth);
        CHECK(fmt23::delta(at, 128).contains(truth));
        CHECK(truth <= *clones::delta_exact({n, at.eps0, at.eps}));
      }
    }
  }
}

TEST_CASE("fmt23: shuffled randomized response <= the pair <= its closed form") {
  for (long n : {10'000L, 100'000L}) {
    for (const char* eps0 : {"1", "3"}) {
      INFO("n=" << n << " eps0=" << eps0);
      const Number delta("1e-6");
      const Inversion pair = fmt23::epsilon({n, Number(eps0), delta}, 12);
      CHECK(pair.reached);
      const Inversion below = rr2::epsilon({n, Number(eps0), delta, Direction::both}, 12);
      CHECK(below.bracket.lo <= pair.bracket.hi);
      const Inversion above = clones::epsilon({n, Number(eps0), delta}, 12);
      CHECK(pair.bracket.lo <= above.bracket.hi);
      CHECK(pair.bracket.lo <= fmt23::closed_form_upper({n, Number(eps0), delta}, 128).upper());
    }
  }
}

TEST_CASE("fmt23 refuses outside its domain") {
  CHECK_THROWS_WITH(fmt23::closed_form_upper({100, 4, Number("1e-8")}, 64), Catch::Contains("does not hold"));
  CHECK_THROWS_WITH(fmt23::closed_form_upper({100, 4, 0}, 64), Catch::Contains("delta = 0"));
  CHECK_THROWS_WITH(fmt23::delta({100, 0, 1}, 64), Catch::Contains("eps0 = 0"));
  CHECK_THROWS_WITH(fmt23::delta({100, 1, -1}, 64), Catch::Contains("eps = -1"));
}
