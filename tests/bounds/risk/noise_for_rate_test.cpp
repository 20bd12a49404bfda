#include "bounds/risk/noise_for_rate.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("noise for a rate: of Gaussian noise in closed form, of noisy gradient descent by its rates") {
  // 1/(Phi^-1(tpr) + Phi^-1(1 - fpr)) at the rate of sigma = 1.
  const Answer gaussian = answer("gaussian.sigma.tpr", {{"fpr", "0.01"}, {"tpr", "0.09236224807369393585"}}, "", 6);
  CHECK(gaussian.reached);
  CHECK(gaussian.lo <= Rational("1.000001"));
  CHECK(gaussian.hi >= Rational("0.999999"));
  CHECK(gaussian.hi - gaussian.lo <= Rational("2e-6"));
  const Answer sgd = answer(
      "poisson-gaussian.sigma.tpr",
      {{"rate", "1/100"}, {"steps", "1000"}, {"fpr", "0.001"}, {"tpr", "0.004"}, {"direction", "remove"}}, "", 3);
  CHECK(sgd.reached);
  CHECK(sgd.lo <= Rational("1.00770111511684"));
  CHECK(sgd.hi >= Rational("1.00770111511663"));
}

TEST_CASE("noise for a rate: what has no number is refused in words") {
  CHECK_THAT(refusal("gaussian.sigma.tpr", {{"fpr", "1/10"}, {"tpr", "1/10"}}),
             Catch::Contains("gaussian.sigma.tpr: tpr = 1/10: must be above fpr"));
  CHECK_THAT(refusal("gaussian.sigma.tpr", {{"fpr", "0"}, {"tpr", "1/10"}}), Catch::Contains("fpr = 0: must be"));
  CHECK_THAT(refusal("gaussian.sigma.tpr", {{"fpr", "1/10"}, {"tpr", "1/2"}, {"sigma", "1"}}),
             Catch::Contains("unknown parameter sigma"));
  CHECK(find_entry("laplace.sigma.tpr") == nullptr);
}
