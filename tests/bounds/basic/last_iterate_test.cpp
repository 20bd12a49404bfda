#include "bounds/basic/last_iterate.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("last iterate: mu is the shift over the deviation of linear steps") {
  for (const char* c : {"0", "1/2", "9/10", "999/1000", "1"}) {
    for (const long steps : {1L, 2L, 3L, 10L, 100L}) {
      Exact shift = 0, variance = 0;
      const Exact factor(c);
      for (long k = 0; k < steps; ++k) {
        shift = factor * shift + 1;
        variance = factor * factor * variance + 1;
      }
      const Ball mu = basic::last_iterate_mu({Number(c), steps, Number("2/3")}, 192);
      const Ball square = mu * mu;
      const Exact truth = Exact("4/9") * shift * shift / variance;
      INFO("c = " << c << ", steps = " << steps);
      CHECK(exact(square.lower()) <= truth);
      CHECK(truth <= exact(square.upper()));
    }
  }
  const Answer near = answer("last-iterate.mu", {{"c", "1-1e-30"}, {"steps", "1000000"}, {"ratio", "1"}}, "", 20);
  CHECK(near.reached);
  CHECK(near.hi <= Rational(1000));
  CHECK(near.lo > Rational("999.999"));
}

TEST_CASE("last iterate: delta and epsilon are those of the Gaussian mechanism of that mu") {
  const ParameterTexts steps{{"c", "1"}, {"steps", "4"}, {"ratio", "1/4"}};  // mu = 1/2
  ParameterTexts texts = steps;
  texts["eps"] = "1";
  const Answer delta = answer("last-iterate.delta", texts);
  const Answer gaussian = answer("gaussian.delta", {{"sigma", "2"}, {"eps", "1"}});
  CHECK(delta.lo <= gaussian.hi);
  CHECK(gaussian.lo <= delta.hi);
  texts = {{"c", "0.9"}, {"steps", "100"}, {"ratio", "0.1"}, {"delta", "1e-5"}};
  const Answer epsilon = answer("last-iterate.epsilon", texts);
  CHECK(epsilon.reached);
  CHECK(epsilon.lo <= Rational("1.7105274121718"));
  CHECK(epsilon.hi >= Rational("1.7105274121717"));
  CHECK_THROWS_WITH(basic::last_iterate_mu({2, 1, 1}, 64), Catch::Contains("from 0 to 1"));
  CHECK_THROWS_WITH(basic::last_iterate_mu({1, 1, 0}, 64), Catch::Contains("positive"));
}
