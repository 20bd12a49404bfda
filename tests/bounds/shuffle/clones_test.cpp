#include "bounds/shuffle/clones.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

Rational by_definition(long n, const Rational& e, const Rational& w) {
  const auto [p0, p1] = test::clones_pair(n, test::exact(e));
  return test::rational(test::hockey_stick(p0, p1, test::exact(w)));
}

}  // namespace

TEST_CASE("clones: the sums of two clone counts stand on both sides of delta") {
  for (const long n : {1L, 2L, 5L, 100L, 1'000'000L}) {
    for (const char* eps : {"0", "1/1000", "1/10", "ln(2)", "9/10"}) {
      CAPTURE(n, eps);
      const clones::DeltaParameters x{n, 1, Number(eps)};
      const Ball exact = clones::delta(x, 128);
      const Ball rough = clones::rough_delta(x, 128);
      CHECK(rough.lower() <= exact.upper());
      CHECK(exact.lower() <= rough.upper());
      CHECK(rough.upper() - rough.lower() <=
            (n < 1000 ? Rational(1) : Rational("1/20") * exact.upper() + pow(Rational(10), -15)));
      CHECK(exact.lower() >= rough.lower() - pow(Rational(2), -100));
      CHECK(exact.upper() <= rough.upper() + pow(Rational(2), -100));
    }
  }
}

TEST_CASE("clones: delta equals the definition, enumerated, ties included") {
  for (const char* e_text : {"3/2", "2", "3", "10", "1001/1000"}) {
    const Rational e(e_text);
    for (long n = 1; n <= 7; ++n) {
      for (const Rational& part : {Rational(0), Rational("1/7"), Rational("1/3"), Rational("1/2"), Rational("9/10"),
                                   Rational("999/1000"), Rational(1), Rational(2)}) {
        const Rational w = 1 + (e - 1) * part;
        const Rational truth = by_definition(n, e, w);
        const clones::DeltaParameters x{n, Number::ln(e), Number::ln(w)};
        INFO("n=" << n << " E=" << e_text << " w=" << w.to_string());
        CHECK(clones::delta(x, 64).contains(truth));
        CHECK(clones::delta(x, 200).contains(truth));
        CHECK(clones::delta_exact(x) == truth);
      }
    }
  }
}

TEST_CASE("clones: every tie of the threshold gives the same value from both sides") {
  // tau (c + 1) is an integer where w = (j/(c+1) (E-1) + 1) / (E - j/(c+1) (E-1)).
  const Rational e = 3;
  for (long m = 2; m <= 8; ++m) {
    for (long j = m / 2 + 1; j < m; ++j) {
      const Rational tau = Rational(j) / m;
      const Rational w = (tau * (e - 1) + 1) / (e - tau * (e - 1));
      if (w < Rational(1)) continue;
      const Rational truth = by_definition(8, e, w);
      CHECK(clones::delta({8, Number::ln(e), Number::ln(w)}, 128).contains(truth));
      CHECK(clones::delta_exact({8, Number::ln(e), Number::ln(w)}) == truth);
    }
  }
}

TEST_CASE("clones: exact fractions and balls agree at size") {
  for (long n : {50L, 400L, 3000L}) {
    for (const char* w : {"1", "11/10", "2", "29/10"}) {
      const clones::DeltaParameters x{n, Number("ln(3)"), Number::ln(Rational(w))};
      const auto exact = clones::delta_exact(x);
      REQUIRE(exact.has_value());
      for (long bits : {96L, 160L, 1000L}) {
        const Ball ball = clones::delta(x, bits);
        INFO("n=" << n << " w=" << w << " bits=" << bits);
        CHECK(ball.contains(*exact));
        CHECK(ball.relative_bits() > bits / 2);
      }
    }
  }
  CHECK_FALSE(clones::delta_exact({1000, 1, Number("1/2")}).has_value());
  CHECK_FALSE(clones::delta_exact({1'000'000, Number("ln(3)"), Number("ln(2)")}).has_value());
}

TEST_CASE("clones: two precisions overlap on random parameters, corners included") {
  test::Random random(11);
  INFO("seed " << random.seed());
  const std::vector<std::string> eps0s{"1e-6", "1/1000", "1/2", "1", "4", "8", "20", "50", "1000", "ln(3)", "exp(-3)"};
  const std::vector<long> sizes{1, 2, 3, 10, 97, 1000, 12345, 200'000};
  for (int i = 0; i < test::repetitions(150); ++i) {
    const Number eps0(random.pick(eps0s));
    const long n = random.pick(sizes);
    const Rational part(random.pick(std::vector<std::string>{"0", "1e-9", "1/100", "1/10", "1/2", "99/100", "1"}));
    const Rational scale = eps0.rational() ? *eps0.rational() : Rational("1/30");
    const Number eps(scale * part);
    const Ball coarse = clones::delta({n, eps0, eps}, 96);
    const Ball fine = clones::delta({n, eps0, eps}, 320);
    INFO("n=" << n << " eps0=" << eps0.to_string() << " eps=" << eps.to_string() << " " << coarse.to_string() << " "
              << fine.to_string());
    CHECK(arb_overlaps(coarse.raw(), fine.raw()) != 0);
    if (less(eps, eps0) == Truth::yes) CHECK(fine.relative_bits() > 150);
  }
}

TEST_CASE("clones: nonincreasing in n and eps, nondecreasing in eps0") {
  const long bits = 128;
  for (long n : {1L, 5L, 100L, 5000L}) {
    for (const char* eps : {"0", "1/10", "1/2"}) {
      const Ball here = clones::delta({n, 2, Number(eps)}, bits);
      CHECK(less(here, clones::delta({n + 1, 2, Number(eps)}, bits)) != Truth::yes);
      CHECK(less(clones::delta({n, Number("21/10"), Number(eps)}, bits), here) != Truth::yes);
      CHECK(less(here, clones::delta({n, 2, Number(Rational(eps) + Rational("1/1000"))}, bits)) != Truth::yes);
    }
  }
}

TEST_CASE("clones: limits") {
  CHECK(clones::delta({1000, 1, 1}, 64).contains(0));
  CHECK(clones::delta({1000, 1, 1}, 64).is_exact());
  CHECK(clones::delta({1000, 1, 2}, 64).is_exact());
  // eps within 1e-300 of eps0.
  const Rational close = 1 - pow(Rational(10), -300);
  CHECK(clones::delta({10, 1, Number(close)}, 2048).relative_bits() > 500);
  // n = 1: (E - w) / (E + 1).
  CHECK(clones::delta({1, Number("ln(3)"), Number("ln(2)")}, 64).contains(Rational("1/4")));
}

TEST_CASE("clones: an expired budget gives the trivial enclosure, not a wrong one") {
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  const Ball b = clones::delta({1'000'000'000, 1, Number("1/1000")}, 128, expired);
  CHECK(b.contains(Rational("1/2")));
  CHECK(b.contains(Rational("1/1000000")));
}

TEST_CASE("clones: epsilon is bracketed by delta, exactly 0 and eps0 at the ends") {
  for (long n : {1L, 2L, 10L, 1000L, 100'000L}) {
    for (const char* delta : {"1/3", "1e-3", "1e-10", "1e-100"}) {
      const Rational target(delta);
      const Inversion i = clones::epsilon({n, 4, target}, 20);
      INFO("n=" << n << " delta=" << delta);
      REQUIRE(i.reached);
      if (i.bracket.lo == i.bracket.hi) continue;
      CHECK(less(clones::delta({n, 4, i.bracket.lo}, 512), target) == Truth::no);
      CHECK(less_equal(clones::delta({n, 4, i.bracket.hi}, 512), target) == Truth::yes);
    }
  }
  CHECK(clones::epsilon({10, 4, 0}, 15).bracket.lo == Rational(4));
  CHECK(clones::epsilon({10, 4, 0}, 15).bracket.hi == Rational(4));
  CHECK(clones::epsilon({10, 4, 1}, 15).bracket.hi == Rational(0));
  // A tie: delta is exactly the total variation (E - 1)/(E + 1) = 1/2 at n = 1, E = 3.
  CHECK(clones::epsilon({1, Number("ln(3)"), Number("1/2")}, 15).bracket.hi == Rational(0));
}

TEST_CASE("clones: where no epsilon is needed for many reports, one rough delta tells it") {
  const Inversion i = clones::epsilon({1'000'000'000'000, 1, Number("1e-6")}, 6, Budget::counted(10));
  CHECK(i.reached);
  CHECK(i.bracket.hi == Rational(0));
  CHECK_THROWS_AS(clones::epsilon({1'000'000'000'000, 1, 2}, 6), InputError);
}

TEST_CASE("clones: bad input is refused by name") {
  CHECK_THROWS_WITH(clones::delta({0, 1, 1}, 64), "clones.delta: n = 0: must be an integer from 1 to 10^15");
  CHECK_THROWS_WITH(clones::delta({1, 0, 1}, 64), "clones.delta: eps0 = 0: must be positive");
  CHECK_THROWS_WITH(clones::delta({1, 1, -1}, 64), "clones.delta: eps = -1: must be at least 0");
  CHECK_THROWS_AS(clones::epsilon({1, 1, 2}, 15), InputError);
  CHECK_THROWS_AS(clones::epsilon({1, 1, -1}, 15), InputError);
}
