#include "bounds/basic/bounded_range.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "bounds/basic/bounded_range_recursion.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("bounded-range: the least pair dominates every pair of two log ratios, and no more") {
  const Budget budget;
  const auto value = [&](const basic::Law& law, const char* eps) {
    return (*law.curve(Direction::remove, 1, 96, budget))(basic::threshold(Number(eps), 300)).value;
  };
  for (const char* eps : {"0", "1/4", "9/10"}) {
    const Ball above = value(basic::bounded_range_upper(1), eps);
    Rational most = 0;
    for (long i = 1; i < 100; ++i) {
      const Ball one = value(basic::bounded_range_pair(1, Rational(i) / 100), eps);
      CHECK(less_equal(one, above) != Truth::no);
      most = std::max(most, one.lower());
    }
    CHECK(above.upper() - most < Rational("1e-4"));
  }
}

TEST_CASE("bounded-range: both ends of the published rows") {
  const Answer one = answer("bounded-range.delta", {{"eps0", "1"}, {"eps", "1/2"}}, "", 18);
  CHECK(one.lo <= Rational("0.0774046863156908116"));
  CHECK(Rational("0.077404686315690811501") <= one.hi);
  CHECK(one.hi - one.lo < Rational("1e-15"));  // one round: the supremum is attained
  const Answer ten = answer("bounded-range.delta", {{"eps0", "1/2"}, {"rounds", "10"}, {"eps", "1"}}, "", 20);
  CHECK(ten.lo >= Rational("0.06474388993796239"));
  const ParameterTexts asked{{"eps0", "1/2"}, {"rounds", "10"}, {"delta", "1e-5"}};
  const Answer pairs = answer("bounded-range.epsilon", asked, "pairs");
  CHECK(pairs.lo >= Rational("3.2125"));
  CHECK(pairs.hi >= Rational("3.51748950754174427"));
  CHECK(pairs.hi <= Rational("3.51748950754175"));
  const Answer game = answer("bounded-range.epsilon", asked);
  CHECK(game.lo >= Rational("3.248"));
  CHECK(game.hi <= Rational("3.249"));
}

TEST_CASE("bounded-range: the game of all rounds on a grid holds every choice that depends on what was seen") {
  // e^range = 4; three rounds; each choice one of some shares of the range, the best of all strategies of such choices.
  const Number range("ln(4)");
  const Budget budget;
  const auto one = [](const Rational& w) { return w < 1 ? Rational(1 - w) : Rational(0); };
  const std::function<Rational(const Rational&, long)> best = [&](const Rational& w, long rounds) {
    if (rounds == 0) return one(w);
    Rational most = 0;
    for (const Rational& high : {Rational("5/4"), Rational(2), Rational(3)}) {  // the larger ratio; the other is high/4
      const Rational p = (1 - high / 4) / (1 - Rational(1) / 4);
      most = std::max(most, p * best(w / high, rounds - 1) + (1 - p) * best(w * 4 / high, rounds - 1));
    }
    return most;
  };
  for (const long cells : {1L, 3L, 8L}) {
    for (const long rounds : {1L, 2L, 3L}) {
      const auto table = basic::RangeTable::build(range, rounds, cells, 128, budget);
      REQUIRE(table);
      for (const char* eps : {"0", "ln(3/2)", "ln(2)", "ln(5)", "ln(15)"}) {
        const RationalEnds ends = table->delta(Number(eps));
        const Rational w =
            Number(eps).sign() == 0 ? Rational(1) : Rational(std::string(eps).substr(3, std::string(eps).size() - 4));
        CAPTURE(cells, rounds, eps);
        CHECK(best(w, rounds) <= ends.hi);
        CHECK(ends.lo <= ends.hi);
        const basic::Law pair = basic::bounded_range_upper(range);
        const Ball least =
            (*pair.curve(Direction::remove, rounds, 96, budget))(basic::threshold(Number(eps), 300)).value;
        CHECK(ends.lo <= least.upper());
      }
    }
  }
  CHECK(basic::RangeTable::build(range, 3, 8, 128, budget)->delta(Number("ln(64)")).hi < Rational("1e-30"));
}

TEST_CASE("bounded-range: the adaptive optimum of two rounds lies inside, refusals") {
  const Answer game = answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "2/5"}});
  CHECK(game.lo >= Rational("0.17764"));
  CHECK(game.lo <= Rational("0.1776567"));
  CHECK(game.hi >= Rational("0.1776566"));
  CHECK(game.hi <= Rational("0.17767"));
  const Answer two = answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "2/5"}}, "pairs");
  CHECK(two.lo >= Rational("0.17675"));
  CHECK(two.lo <= Rational("0.1776567"));
  CHECK(two.hi >= Rational("0.1981526"));
  CHECK(two.hi <= Rational("0.1981528"));
  CHECK(answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "2"}}).hi == 0);
  // Many rounds: where the balls are wide beside the values, the product of two that are below 0 may hold 0.
  const Answer many = answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "50"}, {"eps", "1/8"}});
  CHECK(many.lo >= Rational("0.9"));
  CHECK(many.lo <= many.hi);
  CHECK_THROWS_WITH(answer("bounded-range.delta", {{"eps0", "-1"}, {"eps", "1"}}), Catch::Contains("eps0 = -1"));
  CHECK_THROWS_WITH(basic::bounded_range_upper(0), Catch::Contains("positive"));
}

TEST_CASE("bounded-range: at delta 0 the class reaches the sum of its ranges") {
  CHECK(answer("bounded-range.epsilon", {{"eps0", "1"}, {"delta", "0"}}).lo == 1);
  CHECK(answer("bounded-range.epsilon", {{"eps0", "1"}, {"rounds", "3"}, {"delta", "0"}}).lo == 3);
}
