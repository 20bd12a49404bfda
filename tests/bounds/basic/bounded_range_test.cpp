#include "bounds/basic/bounded_range.hpp"

#include <catch2/catch.hpp>

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
  const Answer epsilon = answer("bounded-range.epsilon", {{"eps0", "1/2"}, {"rounds", "10"}, {"delta", "1e-5"}});
  CHECK(epsilon.lo >= Rational("3.2125"));
  CHECK(epsilon.hi >= Rational("3.51748950754174427"));
  CHECK(epsilon.hi <= Rational("3.51748950754175"));
}

TEST_CASE("bounded-range: the adaptive optimum of two rounds lies inside, refusals") {
  const Answer two = answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "2/5"}});
  CHECK(two.lo >= Rational("0.17675"));
  CHECK(two.lo <= Rational("0.1776567"));
  CHECK(two.hi >= Rational("0.1981526"));
  CHECK(two.hi <= Rational("0.1981528"));
  CHECK(answer("bounded-range.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "2"}}).hi == 0);
  CHECK_THROWS_WITH(answer("bounded-range.delta", {{"eps0", "-1"}, {"eps", "1"}}), Catch::Contains("eps0 = -1"));
  CHECK_THROWS_WITH(basic::bounded_range_upper(0), Catch::Contains("positive"));
}
