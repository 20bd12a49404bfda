#include "bounds/basic/laplace.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("laplace: one round is 1 - e^((eps - eps0)/2), sampled or not") {
  for (const char* eps0 : {"1/10", "1", "5"}) {
    for (const char* share : {"0", "1/3", "9/10", "1", "2"}) {
      const Rational eps = Rational(eps0) * Rational(share);
      const Ball whole = max(-expm1(Ball((eps - Rational(eps0)) / 2, 200)), Ball(0, 200));
      const Answer a = answer("laplace.delta", {{"eps0", eps0}, {"eps", eps.to_string()}});
      INFO(eps0 << " " << share);
      CHECK(a.lo <= whole.upper());
      CHECK(whole.lower() <= a.hi);
    }
  }
  // q h(1 + (w-1)/q), and 1 - w + w times it at 1/w, at w = 6/5, q = 1/2: thresholds 7/5 and 3/2.
  const Answer remove =
      answer("laplace.delta", {{"eps0", "1"}, {"rate", "1/2"}, {"eps", "ln(6/5)"}, {"direction", "remove"}}, "", 25);
  const Ball half = Ball(1, 200) / 2;
  const Ball expected = half * (1 - sqrt(Ball(Rational("7/5"), 200) * exp(Ball(-1, 200))));
  CHECK(remove.lo <= expected.upper());
  CHECK(expected.lower() <= remove.hi);
  const Answer add =
      answer("laplace.delta", {{"eps0", "1"}, {"rate", "1/2"}, {"eps", "ln(6/5)"}, {"direction", "add"}}, "", 25);
  const Ball other = Ball(Rational("2/5"), 200) * (1 - sqrt(Ball(Rational("3/2"), 200) * exp(Ball(-1, 200))));
  CHECK(add.lo <= other.upper());
  CHECK(other.lower() <= add.hi);
  CHECK(answer("laplace.delta", {{"eps0", "5"}, {"rate", "1/2"}, {"eps", "1"}, {"direction", "add"}}).hi == 0);
}

TEST_CASE("laplace: two rounds by the step functions of their definition") {
  // The second round's log ratio in cells of 1/m of its range: P{L <= l} = e^((l - eps0)/2)/2 below the upper atom.
  const long m = 4000;
  const double eps0 = 1;
  const double eps = 1;
  const auto one = [&](double e) {
    return e >= eps0 ? 0 : e <= -eps0 ? 1 - std::exp(e) : 1 - std::exp((e - eps0) / 2);
  };
  const auto below = [&](double l) { return std::exp((l - eps0) / 2) / 2; };
  double low = (0.5) * one(eps - eps0) + std::exp(-eps0) / 2 * one(eps + eps0);
  double high = low;
  for (long i = 0; i < m; ++i) {
    const double a = -eps0 + 2 * eps0 * static_cast<double>(i) / static_cast<double>(m);
    const double b = -eps0 + 2 * eps0 * static_cast<double>(i + 1) / static_cast<double>(m);
    low += (below(b) - below(a)) * one(eps - a);
    high += (below(b) - below(a)) * one(eps - b);
  }
  const double value =
      Ball(answer("laplace.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "1"}}).lo, 64).to_double_up();
  CHECK(low - 1e-9 <= value);
  CHECK(value <= high + 1e-9);
}

TEST_CASE("laplace: published values and the route by convex laws") {
  const Answer two = answer("laplace.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "1"}}, "", 16);
  CHECK(two.lo >= Rational("0.24183667535920822"));
  CHECK(two.hi <= Rational("0.24183667535920823"));
  const Answer fifty = answer("laplace.epsilon", {{"eps0", "1/10"}, {"rounds", "50"}, {"delta", "1e-6"}}, "", 20);
  CHECK(fifty.lo <= Rational("3.120709598748864496733475"));
  CHECK(Rational("3.120709598748864496713475") <= fifty.hi);
  for (const char* rounds : {"2", "9", "40"}) {
    check_meet("laplace.delta", {{"eps0", "1/3"}, {"rounds", rounds}, {"eps", "1"}}, "balls", "convex");
  }
  for (const char* direction : {"remove", "add", "both"}) {
    const ParameterTexts sampled{
        {"eps0", "1"}, {"rate", "1/10"}, {"rounds", "1"}, {"eps", "1/20"}, {"direction", direction}};
    check_meet("laplace.delta", sampled, "", "convex");
  }
}

TEST_CASE("laplace: geometric noise of finer and finer steps") {
  const Answer noise = answer("laplace.delta", {{"eps0", "1"}, {"rounds", "3"}, {"eps", "1"}});
  Rational before = 1;
  for (const char* steps : {"4", "16", "64"}) {
    const Answer fine =
        answer("discrete-laplace.delta",
               {{"a", "1/" + std::string(steps)}, {"sensitivity", steps}, {"rounds", "3"}, {"eps", "1"}});
    const Rational distance = fine.lo > noise.lo ? fine.lo - noise.lo : noise.lo - fine.lo;
    CHECK(distance * 3 < before);
    before = distance;
  }
}

TEST_CASE("laplace: eps0 is bracketed by delta; bad input is refused") {
  const ParameterTexts texts{{"eps", "1"}, {"rounds", "5"}};
  ParameterTexts all = texts;
  all["delta"] = "1e-4";
  check_inverse("laplace.delta", texts, "eps0", answer("laplace.eps0", all), Rational("1/10000"), true);
  // 9999 + 2 ln 2 is beyond the largest eps0 that there is.
  CHECK_THROWS_WITH(answer("laplace.eps0", {{"eps", "9999"}, {"delta", "1/2"}}), Catch::Contains("an upper end"));
  // A record that takes part next to never: e^eps0 is about eps/rate.
  CHECK(answer("laplace.eps0", {{"eps", "1e-300"}, {"delta", "1e-99999"}, {"rate", "exp(-1000)"}}).hi < Rational(400));
  CHECK_THROWS_WITH(answer("laplace.delta", {{"eps0", "1"}, {"rate", "0"}, {"eps", "1"}}), Catch::Contains("rate = 0"));
  CHECK_THROWS_WITH(answer("laplace.delta", {{"eps0", "1e400"}, {"eps", "1"}}), Catch::Contains("eps0"));
  CHECK_THROWS_WITH(basic::laplace(0), Catch::Contains("positive"));
}

TEST_CASE("laplace: eps0 of many sampled rounds is bracketed by delta", "[.long]") {
  const std::map<std::string, std::string> rounds{{"rate", "1/100"}, {"rounds", "100"}, {"eps", "1"}};
  const auto with = [&](const char* name, const std::string& value) {
    auto all = rounds;
    all[name] = value;
    return all;
  };
  const Answer a = answer("laplace.eps0", with("delta", "1e-6"), "", 6);
  CHECK(a.reached);
  CHECK(answer("laplace.delta", with("eps0", a.lo.to_string()), "", 8).lo <= Rational("1/1000000"));
  CHECK(answer("laplace.delta", with("eps0", a.hi.to_string()), "", 8).hi >= Rational("1/1000000"));
}

TEST_CASE("laplace: rounds of a large range end where the budget ends") {
  for (const std::string_view id : {"laplace.delta", "bounded-range.delta"}) {
    const Entry& e = entry(id);
    const Budget budget = Budget::counted(100);
    const Answer a = evaluate(e, e.arguments({{"eps0", "10000"}, {"rounds", "3"}, {"eps", "1"}}), {.budget = budget});
    CHECK(a.lo <= 1);
    CHECK(a.hi == 1);
    CHECK(budget.work() >= 100);  // it was asked within a series, not only between two
    CHECK(budget.work() < 200);
  }
}

TEST_CASE(
    "laplace: at delta 0 epsilon of sampled rounds is the sum of the largest log ratios, and the noise its inverse") {
  const long bits = 256;
  // ln(1 + q(e - 1)) and -ln(1 + q(1/e - 1)), q = 1/100
  const Ball up = log1p(expm1(Ball(1, bits)) / 100);
  const Ball down = -log1p(expm1(Ball(-1, bits)) / 100);
  struct Row {
    const char* direction;
    const Ball& one;
  };
  for (const Row& row : {Row{"remove", up}, Row{"add", down}, Row{"both", up}}) {
    for (const long rounds : {1, 7}) {
      const Answer a = answer("laplace.epsilon", {{"eps0", "1"},
                                                  {"rate", "1/100"},
                                                  {"rounds", std::to_string(rounds)},
                                                  {"delta", "0"},
                                                  {"direction", row.direction}});
      CHECK(a.reached);
      CHECK(a.lo <= (row.one * rounds).upper());
      CHECK((row.one * rounds).lower() <= a.hi);
    }
  }
  CHECK(answer("laplace.delta", {{"eps0", "1"}, {"rate", "1/100"}, {"eps", "18/1000"}}).exact == Rational(0));
  CHECK(answer("laplace.delta", {{"eps0", "1"}, {"rate", "1/100"}, {"eps", "7/1000"}, {"direction", "add"}}).hi == 0);
  CHECK(answer("laplace.delta", {{"eps0", "1"}, {"rate", "1/100"}, {"eps", "7/1000"}, {"direction", "remove"}}).lo > 0);
  const Answer back = answer("laplace.eps0", {{"rate", "1/100"}, {"eps", "0.01703686323617655"}, {"delta", "0"}});
  CHECK(Rational("0.99999999999999") <= back.hi);
  CHECK(back.lo <= Rational("1.00000000000001"));
  CHECK(answer("laplace.eps0", {{"rounds", "4"}, {"eps", "2"}, {"delta", "0"}}).lo <= Rational("1/2"));
}

TEST_CASE("laplace: a thousand rounds are asked of a grid first") {
  const Answer a = answer("laplace.epsilon", {{"eps0", "1/30"}, {"rounds", "1000"}, {"delta", "1e-6"}}, "", 6);
  CHECK(a.reached);
  // The closed form to twelve digits.
  CHECK(a.lo <= Rational("5.14509503494"));
  CHECK(Rational("5.14509503492") <= a.hi);
  CHECK(a.method.find("truncated powers") == std::string::npos);
}
