#include "bounds/shuffle/rr2.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("rr2: delta equals the definition in every direction and composition") {
  for (const char* e_text : {"3/2", "3", "10"}) {
    const Rational e(e_text);
    for (long n = 1; n <= 7; ++n) {
      for (long others = 0; others < n; ++others) {
        const auto [p, q] = test::rr2_pair(n, test::exact(e), others);
        for (const char* part : {"0", "1/100", "1/5", "1/2", "9/10", "1"}) {
          const Rational w = 1 + (e - 1) * Rational(part);
          const Rational remove = test::rational(test::hockey_stick(p, q, test::exact(w)));
          const Rational add = test::rational(test::hockey_stick(q, p, test::exact(w)));
          INFO("n=" << n << " E=" << e_text << " others=" << others << " w=" << w.to_string());
          const auto delta = [&](Direction d, long bits) {
            return rr2::delta({n, Number::ln(e), Number::ln(w), d, others}, bits);
          };
          CHECK(delta(Direction::remove, 96).contains(remove));
          CHECK(delta(Direction::add, 96).contains(add));
          CHECK(delta(Direction::both, 192).contains(std::max(remove, add)));
        }
      }
    }
  }
}

TEST_CASE("rr2: delta equals the definition where most of the others hold 1") {
  for (const auto& [n, others] : std::vector<std::pair<long, long>>{{20, 15}, {20, 18}, {30, 22}}) {
    const auto [p, q] = test::rr2_pair(n, test::exact(Rational(3)), others);
    for (const char* w_text : {"1", "11/10", "3/2"}) {
      const Rational w(w_text);
      INFO("n=" << n << " others=" << others << " w=" << w_text);
      const auto delta = [&](Direction d) { return rr2::delta({n, Number("ln(3)"), Number::ln(w), d, others}, 128); };
      CHECK(delta(Direction::remove).contains(test::rational(test::hockey_stick(p, q, test::exact(w)))));
      CHECK(delta(Direction::add).contains(test::rational(test::hockey_stick(q, p, test::exact(w)))));
    }
  }
}

TEST_CASE("rr2: mixed compositions at size: precisions overlap, both ends agree with the single binomials") {
  test::Random random(21);
  INFO("seed " << random.seed());
  for (int i = 0; i < test::repetitions(25); ++i) {
    const long n = random.pick(std::vector<long>{50, 1000, 20'000});
    const long others = random.between(0, n - 1);
    const Number eps0(random.pick(std::vector<std::string>{"1/10", "1", "4", "8", "ln(7)"}));
    const Number eps(random.pick(std::vector<std::string>{"0", "1/100", "1/20"}));
    for (Direction d : {Direction::remove, Direction::add}) {
      const Ball coarse = rr2::delta({n, eps0, eps, d, others}, 96);
      const Ball fine = rr2::delta({n, eps0, eps, d, others}, 256);
      INFO("n=" << n << " others=" << others << " eps0=" << eps0.to_string() << " " << coarse.to_string());
      CHECK(arb_overlaps(coarse.raw(), fine.raw()) != 0);
      CHECK(fine.relative_bits() > 100);
    }
  }
}

TEST_CASE("rr2: the threshold among 10^8 users is found in a few probes") {
  // The first proposal is right in the middle; far out Newton's steps ask 336 times, halving alone 2,400 times.
  const auto at = [](long others, const Budget& budget) {
    return rr2::delta({100'000'000, Number("1"), Number("1/1000"), Direction::remove, others}, 121, budget);
  };
  const Budget few = Budget::counted(1000);
  CHECK(at(99'000'000, few).relative_bits() > 60);
  CHECK_FALSE(few.expired());
  const Ball value = at(50'000'000, {});
  CHECK(less(value, Ball(Rational("4.4579879532226e-27"), 121)) == Truth::yes);
  CHECK(less(Ball(Rational("4.4579879532224e-27"), 121), value) == Truth::yes);
}

TEST_CASE("rr2: never above the clones pair") {
  for (long n : {2L, 30L, 1000L}) {
    for (const char* eps0 : {"1/2", "4"}) {
      for (const char* eps : {"0", "1/10", "2/5"}) {
        const Ball upper = clones::delta({n, Number(eps0), Number(eps)}, 128);
        for (long others : {0L, n / 3, n - 1}) {
          CHECK(less(upper, rr2::delta({n, Number(eps0), Number(eps), Direction::both, others}, 128)) != Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("rr2: a searched composition beats all zeros where the errata say so") {
  // n = 3, E = 2: one other user holding 1 is worse by 1/27 at eps = 0.
  const Rational all_zeros("4/27");
  const Rational one_more("5/27");
  CHECK(rr2::delta({3, Number("ln(2)"), 0, Direction::both, 0}, 128).contains(all_zeros));
  CHECK(rr2::delta({3, Number("ln(2)"), 0, Direction::both, 1}, 128).contains(one_more));
  const auto best = rr2::search_composition(3, Number("ln(2)"), 0);
  CHECK(rr2::delta({3, Number("ln(2)"), 0, best.direction, best.others}, 128).contains(one_more));
  const auto larger = rr2::search_composition(100, 4, Number("0.08"));
  CHECK(less(Ball(Rational("0.293"), 64), rr2::delta({100, 4, Number("0.08"), larger.direction, larger.others}, 128)) ==
        Truth::yes);
}

TEST_CASE("rr2: epsilon is bracketed by delta") {
  for (Direction d : {Direction::remove, Direction::add, Direction::both}) {
    for (long others : {0L, 123L, 999L}) {
      const Inversion i = rr2::epsilon({1000, 4, Rational("1e-6"), d, others}, 15);
      REQUIRE(i.reached);
      CHECK(less(rr2::delta({1000, 4, i.bracket.lo, d, others}, 256), Rational("1e-6")) == Truth::no);
      CHECK(less_equal(rr2::delta({1000, 4, i.bracket.hi, d, others}, 256), Rational("1e-6")) == Truth::yes);
    }
  }
}

TEST_CASE("rr2: an epsilon at exactly delta(0) is 0, where reports are many at most a little more") {
  const Inversion tie = rr2::epsilon({4, Number::ln(4), Number("216/625"), Direction::remove, 2}, 15);
  CHECK(tie.bracket.hi.sign() == 0);
  CHECK(tie.reached);
  const Rational before = Rational("216/625") - pow(Rational(10), -40);
  CHECK(rr2::epsilon({4, Number::ln(4), before, Direction::remove, 2}, 15).bracket.lo.sign() > 0);
}

TEST_CASE("rr2: many undecided gains next to E = 1 never narrow the enclosure") {
  // Here a few digits leave several neighbouring signs open; the value at 40 digits must lie in every coarser ball.
  for (const auto& [n, eps0, others] : std::vector<std::tuple<long, std::string, long>>{
           {128, "2e-21", 63}, {120, "1e-21", 59}, {100, "1e-21", 49}, {50, "1e-39", 25}}) {
    const Ball fine = rr2::delta({n, Number(eps0), 0, Direction::remove, others}, 600);
    CHECK(fine.relative_bits() > 100);
    for (long bits : {64L, 72L, 80L, 96L, 128L, 160L, 256L}) {
      INFO("n=" << n << " eps0=" << eps0 << " bits=" << bits);
      CHECK(arb_overlaps(rr2::delta({n, Number(eps0), 0, Direction::remove, others}, bits).raw(), fine.raw()) != 0);
    }
  }
}

TEST_CASE("rr2: the larger direction is found where 128 bits do not decide") {
  // At 128 bits the threshold of add is still open: n = 2, eps0 = 50.
  CHECK(rr2::larger_direction({2, 50, 45, Direction::both, 0}) == Direction::add);
  CHECK(rr2::larger_direction({2, 50, 45, Direction::remove, 0}) == Direction::remove);
}

TEST_CASE("rr2: bad input is refused by name") {
  CHECK_THROWS_WITH(rr2::delta({5, 1, 0, Direction::both, 5}, 64),
                    "rr2.delta: others = 5: must be an integer from 0 to n - 1");
  CHECK_THROWS_AS(rr2::delta({0, 1, 0, Direction::both, 0}, 64), InputError);
}
