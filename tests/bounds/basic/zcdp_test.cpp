#include "bounds/basic/zcdp.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("zcdp: the Gaussian mechanism below, the published conversion above") {
  const Answer a = answer("zcdp.epsilon", {{"rho", "2.56"}, {"delta", "1e-10"}});
  CHECK(a.lo >= Rational("16.479387675206"));
  CHECK(a.lo <= Rational("16.48"));
  CHECK(a.hi >= Rational("17.15830871210474"));
  CHECK(a.hi <= Rational("17.15830871210476"));
  const Answer gaussian = answer("gaussian.epsilon", {{"sigma", "1/2"}, {"delta", "1e-6"}});
  const Answer same = answer("zcdp.epsilon", {{"rho", "2"}, {"delta", "1e-6"}});
  CHECK(same.lo <= gaussian.hi);
  CHECK(gaussian.lo <= same.lo + Rational("1e-12"));
  const Answer many = answer("zcdp.epsilon", {{"rho", "1/2"}, {"rounds", "4"}, {"delta", "1e-6"}});
  CHECK(many.lo <= same.hi);
  CHECK(same.lo <= many.hi);
}

TEST_CASE("zcdp: xi is composed, never added") {
  // rho = 10^-6, xi = 1, delta = 1/10: pure 1-privacy has ln(e - (1+e)/10) = 0.85291; Gaussian + xi would say 1.
  const Answer a = answer("zcdp.epsilon", {{"rho", "1e-6"}, {"xi", "1"}, {"delta", "1/10"}});
  CHECK(a.hi < Rational("0.8948"));
  CHECK(a.lo > Rational("0.8529"));
  const Answer three = answer("zcdp.delta", {{"rho", "1/100"}, {"xi", "1/2"}, {"rounds", "3"}, {"eps", "1"}});
  CHECK(three.lo > 0);
  CHECK(three.lo < three.hi);
}

TEST_CASE("zcdp: rho at either end") {
  const Answer rho = answer("zcdp.rho", {{"eps", "1"}, {"delta", "1e-6"}}, "", 10);
  CHECK(rho.lo < rho.hi);
  const Answer safe = answer("zcdp.delta", {{"rho", rho.lo.to_string()}, {"eps", "1"}});
  CHECK(safe.hi <= Rational("1.000001e-6"));
  const Answer beyond = answer("zcdp.delta", {{"rho", rho.hi.to_string()}, {"eps", "1"}});
  CHECK(beyond.lo >= Rational("0.999999e-6"));
  CHECK_THROWS_WITH(answer("zcdp.epsilon", {{"rho", "0"}, {"delta", "1e-6"}}), Catch::Contains("rho = 0"));
}

TEST_CASE("zcdp: a large rho is sharp") {
  const Answer a = answer("zcdp.epsilon", {{"rho", "1e30"}, {"delta", "1e-6"}}, "", 17);
  CHECK(a.hi <= pow(Rational(10), 30) + Rational("8e15"));
  CHECK(a.lo >= pow(Rational(10), 30));
}
