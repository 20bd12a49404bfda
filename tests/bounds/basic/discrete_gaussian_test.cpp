#include "bounds/basic/discrete_gaussian.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("discrete-gaussian: the characteristic function gives the same numbers") {
  for (const auto& [sigma2, d] : {std::pair{"4", 1L}, {"1/4", 1L}, {"3/2", 3L}, {"20", 2L}}) {
    for (long rounds : {1, 2, 10}) {
      for (const char* eps : {"0", "1/2", "2"}) {
        const Ball other = basic::discrete_gaussian_by_characteristic(Number(sigma2), d, rounds, Number(eps), 96);
        const Answer a = answer(
            "discrete-gaussian.delta",
            {{"sigma2", sigma2}, {"sensitivity", std::to_string(d)}, {"rounds", std::to_string(rounds)}, {"eps", eps}});
        INFO(sigma2 << " " << d << " " << rounds << " " << eps << " " << other.to_string());
        CHECK(a.lo <= other.upper());
        CHECK(other.lower() <= a.hi);
        CHECK(other.upper() - other.lower() < Rational("1e-20"));
      }
    }
  }
}

TEST_CASE("discrete-gaussian: one round is the difference of two tails") {
  // P[Y > e sigma2/D - D/2] - w P[Y > e sigma2/D + D/2] by weights e^(-k^2/2), k = -40..40, in exact balls.
  const long bits = 192;
  Ball sum(0, bits), high(0, bits), far(0, bits);
  for (long k = -40; k <= 40; ++k) {
    const Ball weight = exp(Ball(Rational(-k * k) / 2, bits));
    sum += weight;
    if (2 * k > 1) high += weight;  // e = 1, sigma2 = 1, D = 1: above 1/2
    if (2 * k > 3) far += weight;
  }
  const Ball delta = (high - exp(Ball(1, bits)) * far) / sum;
  const Answer a = answer("discrete-gaussian.delta", {{"sigma2", "1"}, {"sensitivity", "1"}, {"eps", "1"}}, "", 30);
  CHECK(a.lo - Rational("1e-300") <= delta.upper());
  CHECK(delta.lower() <= a.hi + Rational("1e-300"));
}

TEST_CASE("discrete-gaussian: routes meet, also sampled") {
  const ParameterTexts texts{{"sigma2", "4"}, {"sensitivity", "1"}, {"rounds", "10"}, {"eps", "1"}};
  check_meet("discrete-gaussian.delta", texts, "balls", "lattice");
  check_meet("discrete-gaussian.delta", texts, "balls", "convex");
  for (const char* direction : {"remove", "add"}) {
    ParameterTexts sampled = texts;
    sampled["rate"] = "1/10";
    sampled["eps"] = "1/10";
    sampled["direction"] = direction;
    sampled["rounds"] = "1";
    check_meet("discrete-gaussian.delta", sampled, "", "lattice");
    sampled["rounds"] = "2";
    check_meet("discrete-gaussian.delta", sampled, "", "convex");
  }
}

TEST_CASE("discrete-gaussian: convex laws meet lattices over ten sampled rounds", "[.long]") {
  for (const char* direction : {"remove", "add"}) {
    check_meet("discrete-gaussian.delta",
               {{"sigma2", "4"},
                {"sensitivity", "1"},
                {"rounds", "10"},
                {"eps", "1/10"},
                {"rate", "1/10"},
                {"direction", direction}},
               "lattice", "convex");
  }
}

TEST_CASE("discrete-gaussian: published values, epsilon, and no monotony in sigma2") {
  const Answer a = answer("discrete-gaussian.delta",
                          {{"sigma2", "4"}, {"sensitivity", "1"}, {"rounds", "10"}, {"eps", "2"}}, "", 22);
  CHECK(a.lo <= Rational("0.169292305701356940372577"));
  CHECK(Rational("0.169292305701356940372377") <= a.hi);
  const ParameterTexts texts{{"sigma2", "9"}, {"sensitivity", "2"}, {"rounds", "5"}};
  ParameterTexts all = texts;
  all["delta"] = "1e-5";
  check_inverse("discrete-gaussian.delta", texts, "eps", answer("discrete-gaussian.epsilon", all), Rational("1/100000"),
                false);
  // Less noise, smaller delta: at so large an eps only the tail beyond one step counts, and it has less mass.
  const auto at = [&](const char* sigma2) {
    return answer("discrete-gaussian.delta", {{"sigma2", sigma2}, {"sensitivity", "1"}, {"eps", "4"}});
  };
  CHECK(at("1/8").hi < at("1/4").lo);
  CHECK(at("1/4").hi < at("1/16").lo);
  CHECK_THROWS_WITH(basic::discrete_gaussian(0, 1), Catch::Contains("positive"));
}

TEST_CASE("discrete-gaussian: next to no noise, as many rounds as there may be") {
  for (const char* sigma2 : {"1e-12", "1e-30"}) {
    const ParameterTexts texts{{"sigma2", sigma2}, {"sensitivity", "1"}, {"rounds", "1000000000000000"}};
    ParameterTexts at = texts;
    at["eps"] = "10000";
    CHECK(answer("discrete-gaussian.delta", at).lo > Rational("999/1000"));
    ParameterTexts inverse = texts;
    inverse["delta"] = "1e-6";
    // Nearly every round has the ratio of no noise, 1/(2 sigma2).
    const Answer epsilon = answer("discrete-gaussian.epsilon", inverse);
    const Rational whole = Rational("5e14") / Rational(sigma2);
    CHECK(epsilon.hi > whole * Rational("0.99"));
    CHECK(epsilon.hi < whole * Rational("1.01"));
    CHECK(epsilon.lo < whole);
  }
}

TEST_CASE("discrete-gaussian: an epsilon however large is found, and listing outcomes keeps to the budget") {
  const Answer large =
      answer("discrete-gaussian.epsilon", {{"sigma2", "1"}, {"sensitivity", "1000000"}, {"delta", "1e-6"}});
  CHECK(large.lo > Rational("5.00004e11"));  // D^2/2 + 4 D and more: of a normal law 4.75 D
  CHECK(large.hi < Rational("5.00006e11"));
  const Answer quiet =
      answer("discrete-gaussian.epsilon", {{"sigma2", "1e-30"}, {"sensitivity", "1"}, {"delta", "1e-6"}});
  CHECK(quiet.lo > Rational("4.999999e29"));
  CHECK(quiet.hi < Rational("5.000001e29"));
  const Budget little = Budget::counted(50);
  const Entry& delta = entry("discrete-gaussian.delta");
  const Answer rest = evaluate(delta, delta.arguments({{"sigma2", "1e30"}, {"sensitivity", "1"}, {"eps", "1"}}),
                               {.digits = 15, .budget = little});
  CHECK(little.work() >= 50);
  CHECK(rest.lo <= rest.hi);
}

TEST_CASE("discrete-gaussian: thresholds beyond all numbers leave an epsilon open, and end nothing") {
  const Entry& e = entry("discrete-gaussian.epsilon");
  const ParameterTexts rare{{"sigma2", "1"}, {"sensitivity", "1"},    {"rate", "1e-310"},
                            {"rounds", "2"}, {"direction", "remove"}, {"delta", "1e-313"}};
  try {
    const Answer a = evaluate(e, e.arguments(rare), {.digits = 3, .budget = Budget::counted(20'000)});
    // One round of it: rate delta_1(1 + (w-1)/rate) <= delta asks for delta_1 at most 1/1000, w about 1.
    CHECK(a.lo < Rational("1e-300"));
    CHECK(a.lo <= a.hi);
  } catch (const InputError& refusal) {
    CHECK_THAT(refusal.what(), Catch::Contains("an upper end of epsilon"));
  }
}
