#include "bounds/shuffle/clones_inverses.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

constexpr long most_evaluations = 15;
constexpr std::int64_t most_work = 9000;

Exact by_definition(long n, const Exact& e, const Exact& w) {
  const auto [p, q] = test::clones_pair(n, e);
  return test::hockey_stick(p, q, w);
}

Number ln(const Rational& x) { return Number::ln(x); }

}  // namespace

TEST_CASE("clones.n: the least n of the definition, ties included") {
  for (const char* e : {"3/2", "3", "10"}) {
    for (const char* w : {"1", "11/10", "5/4", "2"}) {
      if (Rational(w) >= Rational(e)) continue;
      for (long least = 1; least <= 6; ++least) {
        INFO("E=" << e << " w=" << w << " n=" << least);
        const Exact here = by_definition(least, Exact(e), Exact(w));
        const Exact next = by_definition(least + 1, Exact(e), Exact(w));
        REQUIRE(next < here);
        // At the value itself the n is enough; a hair below it is not.
        const Inversion tie = clones::smallest_n({ln(Rational(e)), ln(Rational(w)), Number(test::rational(here))});
        CHECK(tie.reached);
        CHECK(tie.bracket.lo == Rational(least));
        CHECK(tie.bracket.hi == Rational(least));
        const Exact between = (here + next) / 2;
        const Inversion more = clones::smallest_n({ln(Rational(e)), ln(Rational(w)), Number(test::rational(between))});
        CHECK(more.reached);
        CHECK(more.bracket.hi == Rational(least + 1));
      }
    }
  }
}

TEST_CASE("clones.n: at real sizes n is enough and n - 1 is not, in at most 15 evaluations") {
  test::Random random(8101);
  for (int i = 0; i < test::repetitions(25); ++i) {
    const Number eps0(random.pick(std::vector<std::string>{"1/10", "1", "5/2", "4", "6"}));
    const Number eps(random.pick(std::vector<std::string>{"1/50", "1/10", "1/4", "1"}));
    const Number delta(random.pick(std::vector<std::string>{"1/10", "1e-3", "1e-6", "1e-9", "1e-40"}));
    INFO("seed " << random.seed() << ": eps0=" << eps0.to_string() << " eps=" << eps.to_string()
                 << " delta=" << delta.to_string());
    const Inversion found = clones::smallest_n({eps0, eps, delta});
    REQUIRE(found.reached);
    const long n = found.bracket.hi.to_long();
    CHECK(found.bracket.lo == found.bracket.hi);
    CHECK(found.evaluations <= most_evaluations);
    constexpr long bits = 256;
    CHECK(less_equal(clones::delta({n, eps0, eps}, bits), delta.ball(bits)) == Truth::yes);
    if (n > 1) CHECK(less(delta.ball(bits), clones::delta({n - 1, eps0, eps}, bits)) == Truth::yes);
  }
}

TEST_CASE("clones.eps0: delta is kept at the lower end and exceeded at the upper one, in at most 15 evaluations") {
  test::Random random(8102);
  for (int i = 0; i < test::repetitions(25); ++i) {
    const long n = random.pick(std::vector<long>{1, 2, 10, 100, 1000, 10'000, 1'000'000});
    const Number eps(random.pick(std::vector<std::string>{"0", "1e-6", "1/50", "1/4", "1", "3"}));
    const Number delta(random.pick(std::vector<std::string>{"9/10", "1/10", "1e-3", "1e-6", "1e-9", "1e-40"}));
    constexpr long digits = 12;
    INFO("seed " << random.seed() << ": n=" << n << " eps=" << eps.to_string() << " delta=" << delta.to_string());
    const Inversion found = clones::largest_eps0({n, eps, delta}, digits);
    CHECK(found.reached);
    CHECK(found.evaluations <= most_evaluations);
    CHECK(has_digits(found.bracket.lo, found.bracket.hi, digits));
    constexpr long bits = 512;
    CHECK(less_equal(clones::delta({n, found.bracket.lo, eps}, bits), delta.ball(bits)) == Truth::yes);
    CHECK(less(delta.ball(bits), clones::delta({n, found.bracket.hi, eps}, bits)) == Truth::yes);
  }
}

TEST_CASE("clones.eps0 and clones.epsilon undo each other") {
  const Number delta("1e-8");
  const Inversion eps = clones::epsilon({100'000, 3, delta}, 30);
  const Inversion below = clones::largest_eps0({100'000, eps.bracket.lo, delta}, 15);
  const Inversion above = clones::largest_eps0({100'000, eps.bracket.hi, delta}, 15);
  CHECK(below.bracket.lo <= Rational(3));
  CHECK(above.bracket.hi >= Rational(3));
  CHECK(above.bracket.hi - below.bracket.lo < Rational("1e-13"));
}

TEST_CASE("clones.eps0 and clones.n: closed cases") {
  CHECK(clones::largest_eps0({7, Number("3/2"), 0}, 15).bracket.hi == Rational("3/2"));
  const Inversion half = clones::largest_eps0({7, 1, 0, 2}, 15);
  CHECK(half.bracket.lo <= Rational("1/2"));
  CHECK(half.bracket.hi >= Rational("1/2"));
  CHECK(clones::smallest_n({1, 1, 0}).bracket.hi == Rational(1));
  CHECK(clones::smallest_n({1, Number("1/2"), 1}).bracket.hi == Rational(1));
  CHECK(clones::smallest_n({Number("1/3"), 1, 0, 3}).bracket.hi == Rational(1));
  CHECK(clones::smallest_n({ln(2), ln(8), 0, 3}).bracket.hi == Rational(1));
  CHECK_THROWS_AS(clones::smallest_n({Number("1/3"), Number("999999/1000000"), 0, 3}), InputError);
  CHECK_THROWS_AS(clones::smallest_n({ln(2), Number("2.0794415416798359282516963643745"), 0, 3}), InputError);
  // One report is randomized response itself: delta = (E - w) / (E + 1).
  const Inversion one = clones::largest_eps0({1, ln(2), Number("1/4")}, 20);
  const Ball ln3 = Number("ln(3)").ball(1024);
  CHECK(less(Ball(one.bracket.lo, 1024), ln3) == Truth::yes);
  CHECK(less(ln3, Ball(one.bracket.hi, 1024)) == Truth::yes);
}

TEST_CASE("clones.eps0 and clones.n with several rounds keep delta at the safe end") {
  const Number delta("1e-5");
  const Inversion eps0 = clones::largest_eps0({200, 1, delta, 2}, 6);
  CHECK(eps0.reached);
  CHECK(eps0.evaluations <= most_evaluations);
  CHECK(eps0.bracket.hi < clones::largest_eps0({200, 1, delta, 1}, 6).bracket.lo);
  const Inversion n = clones::smallest_n({1, Number("1/2"), delta, 2});
  CHECK(n.evaluations <= most_evaluations);
  CHECK(n.bracket.lo > clones::smallest_n({1, Number("1/2"), delta, 1}).bracket.hi);
  // Few digits first: neither asks for more than about those that decide.
  const Budget counted = Budget::counted(most_work);
  CHECK(clones::largest_eps0({2000, 1, delta, 4}, 6, counted).reached);
  CHECK(clones::smallest_n({1, Number("1/4"), delta, 3}, counted).reached);
  CHECK(counted.work() < most_work);
}

TEST_CASE("clones.eps0 and clones.n: what cannot be reached is explained") {
  CHECK_THROWS_WITH(clones::largest_eps0({10, 0, 0}, 15), Catch::Contains("no eps0 > 0 gives delta = 0"));
  CHECK_THROWS_WITH(clones::largest_eps0({10, 1, 1}, 15), Catch::Contains("every eps0 will do"));
  CHECK_THROWS_WITH(clones::largest_eps0({10, 10'000, Number("1/2")}, 15), Catch::Contains("below 10000"));
  CHECK_THROWS_WITH(clones::largest_eps0({0, 1, Number("1/2")}, 15), Catch::Contains("n = 0: must be an integer"));
  CHECK_THROWS_WITH(clones::smallest_n({1, Number("1/2"), 0}), Catch::Contains("no number of reports"));
  CHECK_THROWS_WITH(clones::smallest_n({40, Number("1/100"), Number("1e-9")}), Catch::Contains("10^15 reports"));
  CHECK_THROWS_WITH(clones::smallest_n({0, 1, Number("1/2")}), Catch::Contains("eps0 = 0: must be positive"));
  CHECK_THROWS_WITH(clones::smallest_n({1, -1, Number("1/2")}), Catch::Contains("eps = -1: must be at least 0"));
  CHECK_THROWS_WITH(clones::smallest_n({1, 0, 2}), Catch::Contains("from 0 to 1"));
  const Budget none{std::chrono::milliseconds(0)};
  const Inversion early = clones::largest_eps0({1000, 1, Number("1e-6")}, 15, none);
  CHECK_FALSE(early.reached);
  CHECK(early.bracket.lo <= early.bracket.hi);
}
