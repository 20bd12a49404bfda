#include "bounds/shuffle/rr2_renyi.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using test::Exact;

namespace {

Rational moment(const test::Law<long>& p, const test::Law<long>& q, int alpha) {
  Exact sum = 0;
  for (const auto& [k, mass] : p) {
    Exact term = mass;
    for (int i = 1; i < alpha; ++i) term *= mass / q.at(k);
    sum += term;
  }
  return test::rational(sum);
}

}  // namespace

TEST_CASE("rr2 renyi: equals the enumerated sum, both directions, whatever the others hold") {
  for (const char* e_text : {"3/2", "5", "1001/1000"}) {
    const Rational e(e_text);
    for (long n : {1L, 2L, 5L, 30L}) {
      for (long others = 0; others < n; others += n == 30 ? 7 : 1) {
        const auto [p, q] = test::rr2_pair(n, test::exact(e), others);
        for (int alpha : {2, 3, 12}) {
          const Ball remove = rr2::renyi({n, Number::ln(e), alpha, Direction::remove, others}, 200);
          const Ball add = rr2::renyi({n, Number::ln(e), alpha, Direction::add, others}, 200);
          INFO("n=" << n << " E=" << e_text << " others=" << others << " alpha=" << alpha);
          CHECK(exp(remove * (alpha - 1)).contains(moment(p, q, alpha)));
          CHECK(exp(add * (alpha - 1)).contains(moment(q, p, alpha)));
          CHECK(remove.relative_bits() > 100);
          const Ball both = rr2::renyi({n, Number::ln(e), alpha, Direction::both, others}, 200);
          CHECK(arb_overlaps(both.raw(), max(remove, add).raw()) != 0);
        }
      }
    }
  }
}

TEST_CASE("rr2 renyi: windows agree with whole sums at size") {
  for (const char* alpha : {"3/2", "2", "32", "500"}) {
    for (long n : {400L, 3000L}) {
      // others = 0 by its window, twice; add of n-1 is the same number by the whole table.
      const Ball window = rr2::renyi({n, 2, Number(alpha), Direction::remove, 0}, 128);
      const Ball finer = rr2::renyi({n, 2, Number(alpha), Direction::remove, 0}, 300);
      INFO("alpha=" << alpha << " n=" << n << " " << window.to_string() << finer.to_string());
      CHECK(arb_overlaps(window.raw(), finer.raw()) != 0);
      CHECK(window.relative_bits() > 60);
      const auto [p, q] = test::rr2_pair(n > 400 ? 10 : n, Exact(2), 0);
      if (n == 400 && std::string(alpha) == "32") {
        const Ball exact = rr2::renyi({n, Number("ln(2)"), 32, Direction::remove, 0}, 300);
        CHECK(exp(exact * 31).contains(moment(p, q, 32)));
      }
    }
  }
  CHECK(rr2::renyi({1'000'000, 4, 32, Direction::remove}, 128).relative_bits() > 60);
  CHECK(rr2::renyi({10'000'000, 1, Number("7/2"), Direction::remove}, 128).relative_bits() > 40);
}

TEST_CASE("rr2 renyi: below eps0, tends to it, rounds multiply, budget") {
  const Ball far = rr2::renyi({100, 2, 1'000'000'000, Direction::remove}, 200);
  CHECK(less(far, Rational(2)) == Truth::yes);
  CHECK(less(Ball(2, 200) - far, pow(Rational(10), -6)) == Truth::yes);
  const Ball one = rr2::renyi({50, 2, 3, Direction::add, 20}, 128);
  CHECK(arb_overlaps((one * 7).raw(), rr2::renyi({50, 2, 3, Direction::add, 20, 7}, 128).raw()) != 0);
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  CHECK(arb_overlaps(rr2::renyi({50, 2, 3, Direction::add, 20}, 128, expired).raw(), one.raw()) != 0);
}

TEST_CASE("rr2 renyi: bad input is refused by name") {
  CHECK_THROWS_WITH(rr2::renyi({5, 1, 1, Direction::add}, 64),
                    "rr2.renyi: alpha = 1: must be above 1 and at most 10^15");
  CHECK_THROWS_AS(rr2::renyi({5, 1, 2, Direction::add, 5}, 64), InputError);
  CHECK_THROWS_AS(rr2::renyi({5, 1, 2, Direction::add, 0, 0}, 64), InputError);
  CHECK_THROWS_AS(rr2::renyi({5, 0, 2, Direction::add}, 64), InputError);
}
