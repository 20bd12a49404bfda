#include "bounds/shuffle/variation_ratio.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/fmt23.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using test::Exact;

namespace {

using Pair = std::pair<long, long>;

Exact by_definition(long n, const Exact& p, const Exact& beta, const Exact& q, const Exact& w) {
  const Exact a = beta / (p - 1);
  const Exact r = a * p / q;
  test::Law<Pair> rest{{{0, 0}, 1}};
  const auto add = [](const test::Law<Pair>& law, const Exact& x, const Exact& y) {
    test::Law<Pair> next;
    for (const auto& [counts, mass] : law) {
      next[{counts.first + 1, counts.second}] += mass * x;
      next[{counts.first, counts.second + 1}] += mass * y;
      next[counts] += mass * (1 - x - y);
    }
    return next;
  };
  for (long i = 1; i < n; ++i) rest = add(rest, r, r);
  return test::hockey_stick(add(rest, p * a, a), add(rest, a, p * a), w);
}

// Shuffled k-ary randomized response, users 2..n holding `other`: histograms, user 1 holding 0 or 1.
Exact krr_by_definition(long n, std::size_t k, const Exact& e, std::size_t other, const Exact& w) {
  using Histogram = std::vector<long>;
  const auto law = [&](std::size_t first) {
    test::Law<Histogram> all{{Histogram(k, 0), 1}};
    for (long user = 0; user < n; ++user) {
      const std::size_t input = user == 0 ? first : other;
      test::Law<Histogram> next;
      for (const auto& [seen, mass] : all) {
        for (std::size_t report = 0; report < k; ++report) {
          Histogram more = seen;
          ++more[report];
          next[more] += mass * (report == input ? e : Exact(1)) / (e + static_cast<long>(k) - 1);
        }
      }
      all = std::move(next);
    }
    return all;
  };
  return std::max(test::hockey_stick(law(0), law(1), w), test::hockey_stick(law(1), law(0), w));
}

}  // namespace

TEST_CASE("variation-ratio.delta is the divergence of its pair by definition") {
  for (const char* p : {"2", "3", "10"}) {
    for (const Rational& share : {Rational(1), Rational("1/2"), Rational("1/10")}) {
      const Rational beta = share * (Rational(p) - 1) / (Rational(p) + 1);
      for (const char* w : {"1", "11/10", "3/2", "2", "5"}) {
        for (long n = 1; n <= 5; ++n) {
          INFO("p=q=" << p << " beta=" << beta.to_string() << " w=" << w << " n=" << n);
          const variation_ratio::DeltaParameters at{n, Number(p), Number(beta), Number(p), Number::ln(Rational(w))};
          const Rational truth = test::rational(by_definition(n, Exact(p), test::exact(beta), Exact(p), Exact(w)));
          CHECK(variation_ratio::delta_exact(at) == truth);
          const Ball value = variation_ratio::delta(at, 160);
          CHECK(value.contains(truth));
          CHECK(value.upper() - value.lower() < pow(Rational(2), -90));
        }
      }
    }
  }
}

TEST_CASE("variation-ratio.delta at the largest beta is fmt23.delta") {
  for (long n : {2L, 50L, 2000L}) {
    const Ball a = variation_ratio::delta({n, 5, Number("2/3"), 5, Number("1/10")}, 128);
    const Ball b = fmt23::delta({n, Number("ln(5)"), Number("1/10")}, 128);
    CHECK(Ball(a - b).contains(0));
    CHECK(a.relative_bits() > 60);
  }
}

TEST_CASE("variation-ratio.delta is no upper bound on k-ary randomized response with k >= 3") {
  // n = 2, k = 3, E = 2, data (0, 0) against (1, 0), w = 5/3: the truth is 1/24, the pair gives 1/48.
  const Exact truth = krr_by_definition(2, 3, 2, 0, Exact(5, 3));
  CHECK(truth == Exact(1, 24));
  const auto pair = variation_ratio::delta_exact({2, 2, Number("1/4"), 2, Number("ln(5/3)")});
  REQUIRE(pair);
  CHECK(*pair == Rational("1/48"));
  // k = 4, the others outside {0, 1}: n = 2, E = 2, others 2: short by 1/125 at w = 8/5.
  const Exact wider = krr_by_definition(2, 4, 2, 2, Exact(8, 5));
  const auto narrow = variation_ratio::delta_exact({2, 2, Number("1/5"), 2, Number("ln(8/5)")});
  REQUIRE(narrow);
  CHECK(wider - test::exact(*narrow) == Exact(1, 125));
  // k = 2 is covered.
  const auto binary = variation_ratio::delta_exact({3, 2, Number("1/3"), 2, Number("ln(3/2)")});
  REQUIRE(binary);
  CHECK(krr_by_definition(3, 2, 2, 0, Exact(3, 2)) <= test::exact(*binary));
}

TEST_CASE("variation-ratio refuses outside its domain") {
  CHECK_THROWS_WITH(variation_ratio::delta({5, 1, Number("1/10"), 2, 1}, 64), Catch::Contains("p = 1"));
  CHECK_THROWS_WITH(variation_ratio::delta({5, 3, Number("2/3"), 3, 1}, 64), Catch::Contains("(p-1)/(p+1)"));
  CHECK_THROWS_WITH(variation_ratio::delta({5, 3, Number("1/3"), 1, 1}, 64), Catch::Contains("q = 1"));
  CHECK_THROWS_WITH(variation_ratio::delta({0, 3, Number("1/3"), 3, 1}, 64), Catch::Contains("n = 0"));
}
