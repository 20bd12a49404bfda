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

TEST_CASE("zcdp: the least rho of Laplace noise and of every pure mechanism") {
  const auto least = [](const char* family, const char* eps0, const char* rounds, long digits) {
    const Answer a = answer(std::string(family) + ".zcdp", {{"eps0", eps0}, {"rounds", rounds}}, "", digits);
    CHECK(a.reached);
    return a;
  };
  for (const auto& [family, eps0, value] : {std::tuple{"laplace", "1", "0.3678794411714423"},
                                            {"laplace", "1/2", "0.1065306597126334"},
                                            {"laplace", "2", "1.135335283236613"},
                                            {"rr", "1", "0.46211715726"},
                                            {"rr", "1/2", "0.122459331202"}}) {
    CAPTURE(family, eps0);
    const Answer a = least(family, eps0, "1", 15);
    CHECK(a.lo <= Rational(value) + Rational("1e-11"));
    CHECK(Rational(value) - Rational("1e-11") <= a.hi);
    const Answer ten = least(family, eps0, "10", 15);
    CHECK(ten.lo <= 10 * a.hi);
    CHECK(10 * a.lo <= ten.hi);
  }
  // Both ways to compute the same meet where they change; e^2/2 where e is small, and below it everywhere.
  for (const char* eps0 : {"1e-30", "1/16", "0.0625000001", "0.0624999999"}) {
    const Rational e(eps0);
    const Rational near("1e-11");
    const Answer a = least("laplace", eps0, "1", 12);
    CHECK(a.hi < e * e / 2 * (1 + near));
    CHECK(a.lo > e * e / 2 * (1 - e / 3 - near));
    CHECK(least("rr", eps0, "1", 12).hi <= e * e / 2 * (1 + near));
  }
  CHECK(least("laplace", "10000", "1", 12).lo >= Rational("9998.9999999"));
  // The Gaussian mechanism of the least rho is what converts to its epsilon.
  CHECK(answer("rr.epsilon", {{"eps0", "1/10"}, {"rounds", "100"}, {"delta", "1e-6"}}, "", 6).lo <=
        answer("zcdp.epsilon", {{"rho", "0.00499585"}, {"xi", "0"}, {"rounds", "100"}, {"delta", "1e-6"}}, "", 4).hi);
}
