#include "bounds/selection/private_selection.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

Answer selected(ParameterTexts texts, long digits = 15) {
  return answer("private-selection.epsilon", texts, "", digits);
}

void check_meets(const ParameterTexts& texts, const char* lo, const char* hi) {
  const Answer a = selected(texts);
  CHECK(a.reached);
  CHECK(a.lo <= Rational(hi));
  CHECK(a.hi >= Rational(lo));
}

std::string refusal(const ParameterTexts& texts) { return test::refusal("private-selection.epsilon", texts); }

}  // namespace

TEST_CASE("private selection: closed forms of the laws of runs") {
  check_meets({{"runs", "geometric"}, {"gamma", "0.01"}, {"eps0", "1"}}, "2.95370423426357755", "2.95370423426357757");
  check_meets({{"runs", "poisson"}, {"mean", "10"}, {"eps0", "1"}}, "5.62117157260009757", "5.62117157260009759");
  check_meets({{"runs", "tnb"}, {"eta", "0"}, {"gamma", "0.01"}, {"eps0", "1"}}, "1.97685211713178877",
              "1.97685211713178879");
  check_meets({{"runs", "tnb"}, {"eta", "-1/2"}, {"gamma", "0.01"}, {"eps0", "1"}}, "1.48842605856589",
              "1.48842605856590");
  check_meets({{"runs", "binomial"}, {"n", "20"}, {"p", "1/2"}, {"eps0", "1"}}, "6.90045171239779984",
              "6.90045171239779986");
  CHECK(selected({{"runs", "fixed"}, {"n", "7"}, {"eps0", "1/2"}}).exact == Rational("7/2"));
  // geometric, gamma = 1/4, E = 2: E (3/4 / (1/2))^2 = 9/2.
  const Answer ratio = selected({{"runs", "geometric"}, {"gamma", "1/4"}, {"eps0", "ln(2)"}}, 30);
  const Ball truth = log(Ball(Rational("9/2"), 256));
  CHECK(ratio.lo <= truth.upper());
  CHECK(ratio.hi >= truth.lower());
  // One run, in four ways; many runs of a tiny loss.
  for (const ParameterTexts& one : {ParameterTexts{{"runs", "geometric"}, {"gamma", "1"}},
                                    {{"runs", "fixed"}, {"n", "1"}},
                                    {{"runs", "binomial"}, {"n", "1"}, {"p", "1/3"}},
                                    {{"runs", "table"}, {"table", "0,1;1,3"}}}) {
    ParameterTexts texts = one;
    texts["eps0"] = "3";
    const Answer a = selected(texts);
    CHECK(a.lo <= Rational(3));
    CHECK(a.hi >= Rational(3));
    CHECK(a.hi - a.lo < Rational("1e-14"));
  }
  CHECK(selected({{"runs", "geometric"}, {"gamma", "1e-9"}, {"eps0", "1e-30"}}).reached);
  CHECK(selected({{"runs", "geometric"}, {"gamma", "1e-9"}, {"eps0", "10000"}}).reached);
}

TEST_CASE("private selection: a table of runs has the largest ratio of all thresholds") {
  const Answer odd = selected({{"runs", "table"}, {"table", "1,0.9;50,0.1"}, {"eps0", "1"}}, 10);
  CHECK(odd.reached);
  CHECK(odd.lo <= Rational("1.8150568600"));
  CHECK(odd.hi >= Rational("1.8150568590"));
  CHECK(odd.lo > Rational("1.0001"));  // what the response alone would give
  // The laws with closed forms, written out.
  const Answer table = selected({{"runs", "table"}, {"table", "0,1;1,3;2,3;3,1"}, {"eps0", "ln(3)"}});
  const Answer closed = selected({{"runs", "binomial"}, {"n", "3"}, {"p", "1/2"}, {"eps0", "ln(3)"}});
  CHECK(table.reached);
  CHECK(table.lo <= closed.hi);
  CHECK(closed.lo <= table.hi);
  const Answer three = selected({{"runs", "table"}, {"table", "3,1"}, {"eps0", "2"}});
  CHECK(three.lo <= Rational(6));
  CHECK(three.hi >= Rational(6));
  // Below every bound: three outcomes of a pure pair at several places, E = 3.
  const Answer far = selected({{"runs", "table"}, {"table", "1,1;1000000,1"}, {"eps0", "ln(3)"}}, 6);
  CHECK(far.reached);
  CHECK(far.lo > Rational(9));
}

TEST_CASE("private selection: each law takes its own parameters, and a table is one") {
  using Catch::Contains;
  CHECK_THAT(refusal({{"runs", "geometric"}, {"eps0", "1"}}), Contains("gamma = not given"));
  CHECK_THAT(refusal({{"runs", "poisson"}, {"mean", "3"}, {"gamma", "1/2"}, {"eps0", "1"}}),
             Contains("gamma = 1/2: must be left out for runs=poisson, which takes mean"));
  CHECK_THAT(refusal({{"runs", "tnb"}, {"eta", "-1"}, {"gamma", "1/2"}, {"eps0", "1"}}), Contains("a number above -1"));
  CHECK_THAT(refusal({{"runs", "often"}, {"eps0", "1"}}), Contains("one of: geometric"));
  for (const char* table : {"1", "1,2,3", "-1,1", "1/2,1", "1,-1", "1,1;1,2", "0,1", "1,0", "1e16,1"}) {
    INFO(table);
    CHECK_THAT(refusal({{"runs", "table"}, {"table", table}, {"eps0", "1"}}), Contains("table = "));
  }
  CHECK_THROWS_WITH(private_selection::epsilon(0, private_selection::Fixed{1}, 64), Contains("positive"));
}
