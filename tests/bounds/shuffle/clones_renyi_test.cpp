#include "bounds/shuffle/clones_renyi.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

Exact power(const Exact& x, int k) {
  Exact r = 1;
  for (int i = 0; i < k; ++i) r *= x;
  return r;
}

// sum P0^alpha P1^(1-alpha), enumerated.
Rational moment(long n, const Rational& e, int alpha) {
  const auto [p0, p1] = test::clones_pair(n, test::exact(e));
  Exact sum = 0;
  for (const auto& [outcome, mass] : p0) {
    if (mass != 0) sum += power(mass / p1.at(outcome), alpha - 1) * mass;
  }
  return test::rational(sum);
}

// The same sum for any order, in balls over the enumerated pair.
Ball moment(long n, const Rational& e, const Ball& alpha) {
  const auto [p0, p1] = test::clones_pair(n, test::exact(e));
  Ball sum(0, alpha.bits());
  for (const auto& [outcome, mass] : p0) {
    if (mass == 0) continue;
    const Ball p(test::rational(mass), alpha.bits());
    const Ball ratio(test::rational(mass / p1.at(outcome)), alpha.bits());
    sum += p * exp((alpha - 1) * log(ratio));
  }
  return sum;
}

Ball divergence(long n, const char* eps0, const char* alpha, long bits = 128) {
  return clones::renyi({n, Number(eps0), Number(alpha)}, bits);
}

}  // namespace

TEST_CASE("clones renyi: integer orders equal the enumerated sum") {
  for (const char* e_text : {"3/2", "3", "50", "1001/1000"}) {
    const Rational e(e_text);
    for (long n : {1L, 2L, 3L, 5L, 9L}) {
      for (int alpha : {2, 3, 8, 40}) {
        const Ball d = clones::renyi({n, Number::ln(e), alpha}, 200);
        INFO("n=" << n << " E=" << e_text << " alpha=" << alpha);
        CHECK(exp(d * (alpha - 1)).contains(moment(n, e, alpha)));
        CHECK(d.relative_bits() > 120);
      }
    }
  }
}

TEST_CASE("clones renyi: real orders agree with the sum over the enumerated pair") {
  for (const char* alpha : {"3/2", "1.001", "exp(1)", "ln(100)", "12.25"}) {
    for (long n : {1L, 4L, 8L}) {
      const Ball d = clones::renyi({n, Number("ln(5)"), Number(alpha)}, 160);
      const Ball order = Number(alpha).ball(160);
      const Ball other = log(moment(n, Rational(5), order)) / (order - 1);
      INFO("n=" << n << " alpha=" << alpha);
      CHECK(arb_overlaps(d.raw(), other.raw()) != 0);
      CHECK(d.relative_bits() > 90);
    }
  }
}

TEST_CASE("clones renyi: larger sums by terms and by moments agree with the enumeration") {
  // n = 60 is summed by terms or by moments, as the order asks.
  for (int alpha : {2, 5, 20, 100}) {
    for (const char* e : {"11/10", "2", "7"}) {
      const Ball d = clones::renyi({60, Number::ln(Rational(e)), alpha}, 160);
      CHECK(exp(d * (alpha - 1)).contains(moment(60, Rational(e), alpha)));
    }
  }
}

TEST_CASE("clones renyi: reference values") {
  const auto within = [](const Ball& d, const char* value) {
    const Rational x(value);
    const Rational margin = x * pow(Rational(10), -44);
    return arb_overlaps(d.raw(), Ball::between(x - margin, x + margin, 300).raw()) != 0 && d.relative_bits() > 120;
  };
  CHECK(within(divergence(100, "4", "8", 200), "3.867292725415959065824545201248723454667335181"));
  CHECK(within(divergence(1000, "2", "2", 200), "0.01721988660617385886449667361588396017513815724"));
  CHECK(within(divergence(1000, "2", "8", 200), "0.06909416572922306370816314004242814609233289813"));
}

TEST_CASE("clones renyi: two precisions overlap on random parameters, corners included") {
  test::Random random(23);
  INFO("seed " << random.seed());
  const std::vector<std::string> eps0s{"1e-12", "1/1000", "1/2", "1", "4", "8", "50", "1000", "ln(3)"};
  const std::vector<std::string> alphas{"1.0001", "3/2", "2", "17", "100.5", "1000", "1e6", "1e9", "1e15"};
  const std::vector<long> sizes{1, 2, 7, 100, 1500};
  for (int i = 0; i < test::repetitions(30); ++i) {
    const clones::RenyiParameters x{random.pick(sizes), Number(random.pick(eps0s)), Number(random.pick(alphas))};
    const Ball coarse = clones::renyi(x, 80);
    const Ball fine = clones::renyi(x, 220);
    INFO("n=" << x.n << " eps0=" << x.eps0.to_string() << " alpha=" << x.alpha.to_string() << " " << coarse.to_string()
              << " " << fine.to_string());
    CHECK(arb_overlaps(coarse.raw(), fine.raw()) != 0);
    CHECK(fine.relative_bits() > 30);
    CHECK(less_equal(fine, x.eps0.ball(220)) != Truth::no);
  }
}

TEST_CASE("clones renyi: rises with the order and with eps0, falls with n, tends to eps0") {
  for (const char* alpha : {"3/2", "2", "30"}) {
    const Ball here = divergence(500, "2", alpha);
    CHECK(less(divergence(501, "2", alpha), here) == Truth::yes);
    CHECK(less(here, divergence(500, "2.01", alpha)) == Truth::yes);
    CHECK(less(here, divergence(500, "2", "31")) == Truth::yes);
  }
  // D >= eps0 + (ln a + (n-1) ln(1 - p/2)) / (alpha-1): the atoms of the largest ratio.
  const Ball far = divergence(1000, "2", "1e9");
  CHECK(less(far, Rational(2)) == Truth::yes);
  CHECK(less(Ball(2, 128) - far, pow(Rational(10), -6)) == Truth::yes);
  CHECK(less(divergence(1'000'000, "4", "1e9"), Rational(4)) == Truth::yes);
}

TEST_CASE("clones renyi: a million reports at order 32, rounds multiply") {
  const Ball one = divergence(1'000'000, "4", "32");
  CHECK(one.relative_bits() > 80);
  const Ball many = clones::renyi({1'000'000, 4, 32, 100}, 128);
  CHECK(arb_overlaps((one * 100).raw(), many.raw()) != 0);
}

TEST_CASE("clones renyi: an expired budget leaves both ends proved") {
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  for (const char* alpha : {"2", "1000", "1e6"}) {
    const clones::RenyiParameters x{3000, 3, Number(alpha)};
    const Ball rough = clones::renyi(x, 100, expired);
    const Ball good = clones::renyi(x, 100);
    CHECK(arb_overlaps(rough.raw(), good.raw()) != 0);
    CHECK(rough.upper() >= good.lower());
    CHECK(rough.lower() <= good.lower());
  }
  // A sum of 10^8 counts: its parts are no matter of memory.
  const Ball far = clones::renyi({1'000'000'000'000'000, 1, Number("1e15")}, 128, expired);
  CHECK(far.upper() < Rational(1));
  CHECK(far.upper() > Rational("3/4"));
}

TEST_CASE("clones renyi: orders next to 1 and sums of e^(10^18), which doubles do not resolve") {
  constexpr long bits = 1936;
  const Ball near = clones::renyi({100, 1, Number(1 + pow(Rational(10), -300))}, bits);
  const Ball nearer = clones::renyi({100, 1, Number(1 + pow(Rational(10), -400))}, bits);
  CHECK(nearer.relative_bits() > 60);
  CHECK(less(abs_upper_end(nearer - near), pow(Rational(10), -20)) == Truth::yes);
  // D >= eps0 + (ln a + (n-1) ln(1 - p/2)) / (alpha-1), as above.
  for (const long n : {1L, 9L, 100L, 1'000'000'000'000'000L}) {
    for (const char* eps0 : {"1000", "10000"}) {
      const Ball far = divergence(n, eps0, "1e15", bits);
      INFO("n=" << n << " eps0=" << eps0 << " " << far.to_string());
      REQUIRE(far.is_finite());
      CHECK(less_equal(far, Number(eps0).ball(128)) != Truth::no);
      CHECK(far.lower() > Number(eps0).rational().value() - 1);
    }
  }
}

TEST_CASE("clones renyi: many clone counts by factorials have the digits of the sum over the counts") {
  struct Known {
    long n;
    const char* alpha;
    const char* eps0;
    const char* lo;
    const char* hi;
  };
  for (const Known& k : {
           Known{100'000'000, "50", "1", "5.804952502748205480392564e-7", "5.804952502748205480392565e-7"},
           Known{1'000'000'000, "3000", "2", "0.00002571505289479272886858367", "0.00002571505289479272886858368"},
           Known{30'000'000, "5/2", "1/2", "1.648313250418670362033587e-8", "1.648313250418670362033588e-8"},
           Known{10'000'000'000, "100", "4", "1.01481491910693947921461e-6", "1.014814919106939479214611e-6"},
       }) {
    INFO("n=" << k.n << " alpha=" << k.alpha);
    for (const long bits : {64L, 128L, 256L}) {
      const Ball d = divergence(k.n, k.eps0, k.alpha, bits);
      CHECK(d.lower() <= Rational(k.hi));
      CHECK(Rational(k.lo) <= d.upper());
      CHECK(d.relative_bits() > bits - 40);
    }
  }
  // No sum over counts would end in so few questions whether the time is over.
  const Ball quick = clones::renyi({1'000'000'000'000'000, 1, 30}, 128, Budget::counted(100));
  CHECK(quick.relative_bits() > 80);
}

TEST_CASE("clones renyi: bad input is refused by name") {
  CHECK_THROWS_WITH(clones::renyi({5, 1, 1}, 64), "clones.renyi: alpha = 1: must be above 1 and at most 10^15");
  CHECK_THROWS_AS(clones::renyi({5, 1, Number("1/2")}, 64), InputError);
  CHECK_THROWS_AS(clones::renyi({5, 1, Number("1e16")}, 64), InputError);
  CHECK_THROWS_AS(clones::renyi({0, 1, 2}, 64), InputError);
  CHECK_THROWS_AS(clones::renyi({5, 0, 2}, 64), InputError);
  CHECK_THROWS_WITH(clones::renyi({5, 1, 2, 0}, 64), "clones.renyi: rounds = 0: must be an integer from 1 to 10^15");
}
