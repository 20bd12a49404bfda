#include "bounds/basic/integer_noise.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// H_w of n fair coins shifted by d, by the definition.
Rational by_definition(slong n, slong d, const Rational& w) {
  std::vector<Rational> f{pow(Rational(1) / 2, n)};
  for (slong x = 0; x < n; ++x) f.push_back(f.back() * (n - x) / (x + 1));
  const auto at = [&](slong x) { return x < 0 || x > n ? Rational(0) : f[static_cast<std::size_t>(x)]; };
  Rational sum = 0;
  for (slong x = 0; x <= n + d; ++x) sum = sum + std::max(Rational(0), at(x - d) - w * at(x));
  return sum;
}

void check_at(std::string_view id, const ParameterTexts& texts, const char* value, const char* error) {
  const Answer a = answer(id, texts, "", 14);
  CAPTURE(std::string(id), value);
  CHECK(a.reached);
  CHECK(a.lo <= Rational(value) + Rational(error));
  CHECK(Rational(value) - Rational(error) <= a.hi);
}

}  // namespace

TEST_CASE("integer noise: coins by the definition, in fractions") {
  for (const slong n : {1L, 2L, 5L, 8L, 31L}) {
    for (const slong d : {1L, 2L, 5L}) {
      if (d > n) continue;
      for (const char* w : {"1", "3/2", "4", "1000"}) {
        const Answer a = answer(
            "binomial-noise.delta",
            {{"n", std::to_string(n)}, {"sensitivity", std::to_string(d)}, {"eps", "ln(" + std::string(w) + ")"}});
        CAPTURE(n, d, w);
        const Rational exact = by_definition(n, d, Rational(w));
        CHECK(a.lo <= exact);
        CHECK(exact <= a.hi);
        CHECK(a.hi - a.lo <= exact / 10'000 + Rational("1e-12"));
      }
    }
  }
  CHECK_THROWS_WITH(answer("binomial-noise.delta", {{"n", "1"}, {"sensitivity", "2"}, {"eps", "1"}}),
                    Catch::Contains("at least the sensitivity"));
  // One coin in 2^20 has an infinite ratio.
  CHECK_THROWS_WITH(answer("binomial-noise.epsilon", {{"n", "10"}, {"sensitivity", "1"}, {"delta", "1e-6"}}),
                    Catch::Contains("delta"));
}

TEST_CASE("integer noise: published digits, and limits that other families know") {
  check_at("skellam.delta", {{"variance", "25"}, {"sensitivity", "1"}, {"eps", "1/2"}}, "4.063249227225534e-4",
           "1e-18");
  check_at("skellam.delta", {{"variance", "4"}, {"sensitivity", "1"}, {"eps", "2"}}, "2.025451046642803e-10", "1e-24");
  check_at("skellam.delta", {{"variance", "100"}, {"sensitivity", "3"}, {"eps", "1"}}, "4.614908655671779e-5", "1e-19");
  check_at("binomial-noise.delta", {{"n", "1000"}, {"sensitivity", "2"}, {"eps", "1/2"}}, "1.524987098875979e-6",
           "1e-20");
  check_at("discrete-gaussian-sum.delta", {{"parties", "10"}, {"sigma2", "1/2"}, {"sensitivity", "1"}, {"eps", "1/2"}},
           "0.035602894463398", "1e-15");
  // One party.
  for (const char* eps : {"0", "1/4", "2"}) {
    const ParameterTexts normal{{"sigma2", "4"}, {"sensitivity", "2"}, {"eps", eps}};
    ParameterTexts one = normal;
    one["parties"] = "1";
    const Answer known = answer("discrete-gaussian.delta", normal, "", 12);
    const Answer a = answer("discrete-gaussian-sum.delta", one, "", 12);
    CHECK(a.lo <= known.hi);
    CHECK(known.lo <= a.hi);
    const ParameterTexts laplace{{"a", "1/2"}, {"sensitivity", "2"}, {"eps", eps}};
    one = laplace;
    one["parties"] = "1";
    const Answer known_laplace = answer("discrete-laplace.delta", laplace, "", 12);
    const Answer b = answer("discrete-laplace-sum.delta", one, "", 12);
    CHECK(b.lo <= known_laplace.hi);
    CHECK(known_laplace.lo <= b.hi);
  }
  CHECK(answer("discrete-laplace-sum.delta", {{"a", "1/2"}, {"parties", "3"}, {"sensitivity", "2"}, {"eps", "1"}}).hi ==
        0);
}

TEST_CASE("integer noise: rounds and sampling, the inverse in the variance") {
  const ParameterTexts ten{{"variance", "100"}, {"sensitivity", "1"}, {"rounds", "10"}, {"eps", "1/2"}};
  const Answer a = answer("skellam.delta", ten, "", 4);
  CHECK(a.lo <= Rational("0.0097649703"));
  CHECK(Rational("0.0097649701") <= a.hi);
  CHECK(a.hi - a.lo < Rational("1e-5"));
  check_meet("skellam.delta", {{"variance", "9"}, {"sensitivity", "1"}, {"rounds", "2"}, {"eps", "1/2"}}, "lattice",
             "convex");
  // One sampled round: H = q h(1 + (w-1)/q) at w = 3/2, q = 1/2, so half of h at w = 2.
  const Answer sampled =
      answer("binomial-noise.delta",
             {{"n", "8"}, {"sensitivity", "1"}, {"rate", "1/2"}, {"eps", "ln(3/2)"}, {"direction", "remove"}}, "", 12);
  CHECK(sampled.lo <= by_definition(8, 1, 2) / 2);
  CHECK(by_definition(8, 1, 2) / 2 <= sampled.hi);
  const Answer variance = answer("skellam.variance", {{"sensitivity", "1"}, {"eps", "1"}, {"delta", "1e-6"}}, "", 8);
  const auto at = [](const Rational& v) {
    return answer("skellam.delta", {{"variance", v.to_string()}, {"sensitivity", "1"}, {"eps", "1"}}, "", 12);
  };
  CHECK(at(variance.hi).lo <= Rational("1e-6"));
  CHECK(at(variance.lo).hi >= Rational("1e-6"));
}

TEST_CASE("integer noise: of noise so wide that little of it is listed nothing is said that is not known") {
  const std::vector<std::pair<const char*, ParameterTexts>> wide{
      {"discrete-laplace-sum.delta", {{"a", "exp(-60)"}, {"parties", "2"}}},
      {"discrete-laplace-sum.delta", {{"a", "1e-30"}, {"parties", "1"}}},
      {"discrete-gaussian-sum.delta", {{"sigma2", "exp(60)"}, {"parties", "2"}}},
      {"discrete-gaussian.delta", {{"sigma2", "exp(60)"}}},
      {"skellam.delta", {{"variance", "exp(60)"}}}};
  for (auto [id, texts] : wide) {
    CAPTURE(std::string(id));
    texts.merge(ParameterTexts{{"sensitivity", "1"}, {"eps", "0"}});
    const Entry& e = entry(id);
    for (const int work : {0, 1, 3, 10}) {
      const Answer a = evaluate(e, e.arguments(texts), {.digits = 4, .budget = Budget::counted(work)});
      CHECK(a.lo <= Rational("1e-8"));  // half a step of noise of deviation e^30 and more
      CHECK(a.hi >= Rational("1e-40"));
    }
  }
}
