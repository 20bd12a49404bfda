#include "bounds/selection/sparse_vector.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("sparse vector: pure epsilon of threshold and answers") {
  const auto epsilon = [](const char* b1, const char* b2, const char* cut, const char* monotone) {
    return answer("sparse-vector.epsilon", {{"b1", b1}, {"b2", b2}, {"cut", cut}, {"monotone", monotone}})
        .exact.value();
  };
  CHECK(epsilon("2", "4", "1", "no") == Rational(1));
  CHECK(epsilon("2", "4", "1", "yes") == Rational("3/4"));
  CHECK(epsilon("2", "12", "3", "no") == Rational(1));
  CHECK(epsilon("1", "8", "2", "yes") == Rational("5/4"));
  const Answer a =
      answer("sparse-vector.epsilon", {{"b1", "sqrt(2)"}, {"b2", "4"}, {"cut", "1"}, {"sensitivity", "3"}}, "", 20);
  CHECK(a.reached);
  CHECK(a.lo > Rational("3.62132034355964257"));
  CHECK(a.hi < Rational("3.62132034355964258"));
  CHECK_THROWS_WITH(sparse_vector::epsilon({.threshold_scale = 0, .query_scale = 1}, 64), Catch::Contains("positive"));
}

TEST_CASE("sparse vector: delta is that of Laplace noise at a smaller eps, cut by the pure epsilon") {
  const ParameterTexts queries{{"b1", "2"}, {"b2", "4"}, {"cut", "1"}};
  const auto delta = [&](const char* eps) {
    ParameterTexts texts = queries;
    texts["eps"] = eps;
    return answer("sparse-vector.delta", texts);
  };
  const Answer near = delta("3/4");
  const Answer laplace = answer("laplace.delta", {{"eps0", "1/2"}, {"eps", "1/4"}});
  CHECK(near.lo <= laplace.hi);
  CHECK(laplace.lo <= near.hi);
  // Many answers and much noise on the threshold: the pure epsilon 41/10 proves less.
  const Answer cut = answer("sparse-vector.delta", {{"b1", "10"}, {"b2", "1"}, {"cut", "2"}, {"eps", "0"}});
  const Answer pure = answer("rr.delta", {{"eps0", "41/10"}, {"eps", "0"}});
  CHECK(cut.lo <= pure.hi);
  CHECK(pure.lo <= cut.hi);
  CHECK(delta("1").exact == Rational(0));
  CHECK(delta("9/10").lo > Rational(0));
  for (const char* eps : {"0", "1/4", "1/2", "3/4"}) {
    const Answer whole = answer("rr.delta", {{"eps0", "1"}, {"eps", eps}});
    CHECK(delta(eps).lo <= whole.hi);
  }
}
