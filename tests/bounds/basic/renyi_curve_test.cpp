#include "bounds/basic/renyi_curve.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// The curve of Gaussian noise at sigma = 1: R_a = a/2.
std::string gaussian_curve() {
  std::string text;
  for (int a = 2; a <= 64; ++a) text += (text.empty() ? "" : ";") + std::to_string(a) + "," + std::to_string(a) + "/2";
  return text;
}

}  // namespace

TEST_CASE("renyi-curve: the table of Gaussian noise is as good as its integer orders") {
  const std::string curve = gaussian_curve();
  const Answer from_table = answer("renyi-curve.epsilon", {{"curve", curve}, {"delta", "1e-6"}});
  const Answer by_rho = answer("zcdp.epsilon", {{"rho", "1/2"}, {"delta", "1e-6"}});
  CHECK(from_table.reached);
  CHECK(by_rho.hi <= from_table.hi);  // all real orders
  CHECK(from_table.hi < by_rho.hi + Rational("1/100"));
  CHECK(by_rho.lo < from_table.lo);
  const Answer delta = answer("renyi-curve.delta", {{"curve", curve}, {"eps", "4"}});
  CHECK(answer("gaussian.delta", {{"sigma", "1"}, {"eps", "4"}}).hi < delta.lo);
  CHECK(answer("zcdp.delta", {{"rho", "1/2"}, {"eps", "4"}}).hi <= delta.hi);
}

// Order 2 by hand: delta <= e^(R - eps)/4, eps = R - ln(4 delta).
TEST_CASE("renyi-curve: rounds add, ends are clipped, orders may be real") {
  const Answer one = answer("renyi-curve.epsilon", {{"curve", "2,1"}, {"delta", "1/8"}});
  const Answer two = answer("renyi-curve.epsilon", {{"curve", "2,1/2"}, {"delta", "1/8"}, {"rounds", "2"}});
  CHECK(one.lo <= two.hi);
  CHECK(two.lo <= one.hi);
  // 1 + ln(1/2) - ln(1/4) = 1 + ln 2.
  CHECK(one.lo > Rational("1.693147180559"));
  CHECK(one.hi < Rational("1.693147180561"));
  CHECK(answer("renyi-curve.epsilon", {{"curve", "2,0"}, {"delta", "1/2"}}).hi == 0);
  CHECK(answer("renyi-curve.delta", {{"curve", "2,9"}, {"eps", "0"}}).lo == 1);
  // e^(1-2)/4
  const Answer quarter = answer("renyi-curve.delta", {{"curve", "2,1"}, {"eps", "2"}});
  CHECK(quarter.lo > Rational("0.0919698602928"));
  CHECK(quarter.hi < Rational("0.0919698602930"));
  const Answer better = answer("renyi-curve.delta", {{"curve", "3/2,1/4;2,1;5/2,1"}, {"eps", "2"}});
  CHECK(better.hi < quarter.lo);
}

TEST_CASE("renyi-curve: refusals name the row") {
  for (const char* curve : {"1,1", "2", "2,1,3", "2,-1", "1/2,1"}) {
    CHECK_THROWS_WITH(answer("renyi-curve.epsilon", {{"curve", curve}, {"delta", "1e-6"}}),
                      Catch::Contains("an order above 1 and its divergence"));
  }
}

TEST_CASE("renyi-curve: orders next to 1 and divergences beyond every exponential have answers") {
  const std::string next_to_1 = "1." + std::string(6000, '0') + "1,0;2,1";
  for (const std::string& curve :
       {std::string("1.0000000000000000000000000000000000000000000000001,0;2,1"), next_to_1}) {
    // An order next to 1 says nothing: order 2 decides.
    const Answer delta = answer("renyi-curve.delta", {{"curve", curve}, {"eps", "2"}});
    CHECK(delta.lo > Rational("0.0919698602928"));
    CHECK(delta.hi < Rational("0.0919698602930"));
    CHECK_THAT(delta.method, Catch::Contains("at order 2"));
    const Answer epsilon = answer("renyi-curve.epsilon", {{"curve", curve}, {"delta", "1/8"}});
    CHECK(epsilon.lo > Rational("1.693147180559"));
    CHECK(epsilon.hi < Rational("1.693147180561"));
  }
  CHECK(answer("renyi-curve.delta", {{"curve", "2,1e20;3,1"}, {"eps", "1"}}).hi <
        answer("renyi-curve.delta", {{"curve", "3,11/10"}, {"eps", "1"}}).lo);
  CHECK(answer("renyi-curve.delta", {{"curve", "2,1e400;3,1"}, {"eps", "0"}, {"rounds", "1000000000000000"}}).lo == 1);
}
