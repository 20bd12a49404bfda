#include "exact/expression.hpp"

#include <catch2/catch.hpp>

#include <string>

#include "exact/error.hpp"
#include "exact/number.hpp"
#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("what people type in place of a number is read exactly") {
  const std::pair<const char*, const char*> cases[] = {
      {"1.67%", "167/10000"},
      {"1.67 %", "167/10000"},
      {"10^-5", "1/100000"},
      {"10**-5", "1/100000"},
      {"2*-2**2*3", "-24"},
      {"2^-20", "1/1048576"},
      {"14_063", "14063"},
      {"1_000_000.5", "2000001/2"},
      {"60*60000/256", "28125/2"},
      {"256/60_000", "8/1875"},
      {"1-1/3", "2/3"},
      {"1 - 2 - 3", "-4"},
      {"12/3/2", "2"},
      {"-(1/2)", "-1/2"},
      {"-2^2", "-4"},
      {"(-2)^2", "4"},
      {"2^3^2", "512"},
      {"2*-3", "-6"},
      {"2^-(1+1)", "1/4"},
      {"1e-5*3", "3/100000"},
      {"5e-1+.5", "1"},
      {"1/0.5", "2"},
      {"1/1e5", "1/100000"},
      {"0^0", "1"},
      {"1^(10^30)", "1"},
      {"100%%", "1/100"},
      {"((((((1))))))", "1"},
      {"10^-100000*10^100000", "1"},
  };
  for (const auto& [text, value] : cases) {
    INFO(text);
    CHECK(Number(text).to_string() == value);
  }
  CHECK(Number("ln(10^2)").to_string() == "ln(100)");
  CHECK(Number("exp(-1-1/2)").to_string() == "exp(-3/2)");
  CHECK(Number("ln((1+2)*3)").to_string() == "ln(9)");
}

TEST_CASE("what is no rational expression is refused, with the reason") {
  const std::pair<const char*, const char*> cases[] = {
      {"1-1/e", "e is not rational"},
      {"2*pi", "pi is not rational"},
      {"ln(3)+1", "ln(...) is not rational"},
      {"1+exp(2)", "exp(...) is not rational"},
      {"2^0.5", "no integer"},
      {"1/(1-1)", "divide by 0"},
      {"0^-1", "divide by 0"},
      {"9^9^9^9", "120000 digits"},
      {"10^10^10", "120000 digits"},
      {"2^(10^40)", "120000 digits"},
      {"1+", "expected a number"},
      {"*3", "expected a number"},
      {"(1", "expected \")\""},
      {"1)", "the end"},
      {"1+2)", "an operator or the end"},
      {"14__063+1", "an operator or the end"},
      {"14_+1", "an operator or the end"},
      {"_14", "expected a number"},
      {"1+1,5", "an operator or the end"},
      {"1+nan", "expected a number"},
      {"5%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%", "at most 64 operations"},
  };
  for (const auto& [text, reason] : cases) {
    INFO(text);
    try {
      (void)Number(text);
      FAIL("was read");
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Catch::Contains(reason));
    }
  }
  CHECK_THROWS_AS(Number(std::string(100'000, '(') + "1"), InputError);
  CHECK_THROWS_AS(Number("1" + std::string(100'000, '-') + "1"), InputError);
}

TEST_CASE("a random expression has the value of its parts") {
  test::Random random(41);
  for (int i = 0; i < test::repetitions(300); ++i) {
    const long a = random.between(0, 50);
    const long b = random.between(1, 50);
    const long c = random.between(0, 6);
    const long d = random.between(1, 9);
    const std::string text = std::to_string(a) + "/" + std::to_string(b) + "-(" + std::to_string(c) + "+" +
                             std::to_string(d) + ")*" + std::to_string(d) + "^" + std::to_string(c);
    CHECK(rational_of_expression(text) == Rational(a) / b - (Rational(c) + d) * pow(Rational(d), c));
  }
}
