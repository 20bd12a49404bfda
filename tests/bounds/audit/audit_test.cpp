#include "bounds/audit/audit.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"
#include "exact/binomial.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// p(eps) in fractions, x = 1/(1+E).
Exact probability(const audit::OneRun& a, const Exact& x) {
  std::vector<Exact> masses;
  Exact coefficient = 1;
  for (long k = 0; k <= a.guesses; ++k) {
    Exact mass = coefficient;
    for (long i = 0; i < k; ++i) mass *= 1 - x;
    for (long i = k; i < a.guesses; ++i) mass *= x;
    masses.push_back(mass);
    coefficient = coefficient * (a.guesses - k) / (k + 1);
  }
  Exact tail = 0, sum = 0, largest = 0;
  for (long k = a.right; k <= a.guesses; ++k) tail += masses[static_cast<std::size_t>(k)];
  for (long i = 1; i <= a.right; ++i) {
    sum += masses[static_cast<std::size_t>(a.right - i)];
    if (sum / i > largest) largest = sum / i;
  }
  const Exact all = tail + 2 * a.canaries * exact(*a.delta.rational()) * largest;
  return all < 1 ? all : Exact(1);
}

Answer one_run(const char* m, const char* guesses, const char* right, const char* delta, long digits = 13) {
  return answer("audit.epsilon.one-run",
                {{"m", m}, {"guesses", guesses}, {"right", right}, {"delta", delta}, {"beta", "0.05"}}, "", digits);
}

void check_meets(const Answer& a, const char* lo, const char* hi) {
  CHECK(a.reached);
  CHECK(a.lo <= Rational(hi));
  CHECK(a.hi >= Rational(lo));
}

}  // namespace

TEST_CASE("audit: the probability of so many right guesses, by fractions") {
  const Budget no_limit;
  for (long guesses = 1; guesses <= 6; ++guesses) {
    for (long right = 0; right <= guesses; ++right) {
      for (const char* delta : {"0", "1/100", "1/20"}) {
        const audit::OneRun a{10, guesses, right, Number(delta), Number("1/20")};
        for (const char* x : {"1/2", "1/3", "1/100"}) {
          const Exact truth = probability(a, Exact(x));
          const Ball p = audit::one_run_probability(a, Rational(x), 128, no_limit);
          INFO(guesses << " guesses, " << right << " right, delta = " << delta << ", x = " << x);
          CHECK(exact(p.lower()) <= truth);
          CHECK(truth <= exact(p.upper()));
          CHECK(p.upper() - p.lower() < Rational("1e-20"));
        }
      }
    }
  }
}

TEST_CASE("audit: one run against limits computed elsewhere") {
  check_meets(one_run("500", "35", "23", "1e-5"), "0.0145487202005755", "0.0145487202005765");
  check_meets(one_run("500", "100", "60", "1e-5"), "0.0507356108918385", "0.0507356108918395");
  check_meets(one_run("100", "100", "100", "1e-5"), "3.490215955326398", "3.490215955326400");
  check_meets(one_run("100", "100", "90", "0"), "1.630823192740972", "1.630823192740974");
  check_meets(one_run("1000", "1000", "900", "1e-5"), "2.020645595865431", "2.020645595865433");
  CHECK(one_run("10", "10", "0", "0").exact == Rational(0));
  CHECK(one_run("10", "0", "0", "0").exact == Rational(0));
  CHECK(one_run("10", "10", "5", "0").exact == Rational(0));
  // A tie at eps = 0: (1/2)^5 = 1/32.
  const auto at = [](const char* beta) {
    return answer("audit.epsilon.one-run",
                  {{"m", "5"}, {"guesses", "5"}, {"right", "5"}, {"delta", "0"}, {"beta", beta}});
  };
  CHECK(at("1/32").exact == Rational(0));
  CHECK(at("1/31").lo.sign() > 0);
  CHECK(at("1/33").exact == Rational(0));
}

TEST_CASE("audit: a million guesses of a million canaries") {
  const Answer a = one_run("1000000", "1000000", "600000", "1e-7", 6);
  CHECK(a.reached);
  CHECK(a.lo > Rational("0.39"));
  CHECK(a.hi < Rational("0.41"));
  CHECK(one_run("1000000", "1000000", "1000000", "1e-8", 6).reached);
}

TEST_CASE("audit: two runs against limits computed elsewhere") {
  const auto two = [](const char* tp, const char* n1, const char* fp, const char* n0, const char* delta,
                      const char* beta) {
    return answer("audit.epsilon.two-run",
                  {{"tp", tp}, {"n1", n1}, {"fp", fp}, {"n0", n0}, {"delta", delta}, {"beta1", beta}, {"beta2", beta}},
                  "", 12);
  };
  check_meets(two("480", "500", "10", "500", "1e-5", "0.025"), "3.24813950968", "3.24813950970");
  check_meets(two("95", "100", "5", "100", "0", "0.025"), "2.06210529870", "2.06210529872");
  check_meets(two("1000", "1000", "0", "1000", "1e-5", "0.025"), "5.60057749428", "5.60057749430");
  check_meets(two("60", "100", "40", "100", "1e-5", "0.05"), "0.0518954435128", "0.0518954435130");
  CHECK(two("0", "10", "10", "10", "0", "0.05").exact == Rational(0));
  CHECK(two("5", "10", "5", "10", "0", "0.05").exact == Rational(0));
  CHECK(two("10", "10", "0", "10", "1", "0.05").exact == Rational(0));
  // All hits and no alarm: both limits are roots of powers of beta, for one run each beta and 1 - beta.
  const Answer one = two("1", "1", "0", "1", "0", "1/3");
  CHECK(one.exact == Rational(0));
  check_meets(two("1", "1", "0", "1", "0", "2/3"), "0.69314718055994", "0.69314718055995");
}

TEST_CASE("audit: refusals say what must be") {
  using Catch::Contains;
  const ParameterTexts good{{"m", "1000"}, {"guesses", "100"}, {"right", "90"}, {"delta", "0"}};
  const auto with = [&](const char* name, const char* text) {
    ParameterTexts texts = good;
    texts[name] = text;
    return refusal("audit.epsilon.one-run", texts);
  };
  CHECK_THAT(with("guesses", "1001"), Contains("guesses = 1001: must be an integer from 0 to m"));
  CHECK_THAT(with("right", "101"), Contains("right = 101: must be an integer from 0 to guesses"));
  CHECK_THAT(with("delta", "0.001"), Contains("must be at most 1/(2 m)"));
  CHECK(with("delta", "0.0005") == "accepted");
  CHECK_THAT(with("beta", "1"), Contains("beta = 1: must be a probability"));
  CHECK_THAT(refusal("audit.epsilon.two-run", {{"tp", "11"}, {"n1", "10"}, {"fp", "0"}, {"n0", "1"}, {"delta", "0"}}),
             Contains("tp = 11: must be an integer from 0 to n1"));
}

TEST_CASE("audit: without time the upper end is still one") {
  // At beta = 1 - 10^-5000 both limits are ln(10^5000 - 1) or larger: beyond the eps that other rows take.
  const Rational above = Rational(11'512);
  const ParameterTexts one{{"m", "1"}, {"guesses", "1"}, {"right", "1"}, {"delta", "0"}, {"beta", "1-10^-5000"}};
  const ParameterTexts two{
      {"tp", "1"}, {"n1", "1"}, {"fp", "0"}, {"n0", "1"}, {"delta", "0"}, {"beta1", "1/20"}, {"beta2", "1-10^-5000"}};
  for (const auto& [id, texts] : {std::pair{"audit.epsilon.one-run", one}, std::pair{"audit.epsilon.two-run", two}}) {
    const Entry& e = entry(id);
    const Budget none(Budget::Seconds(0.001));
    const Answer a = evaluate(e, e.arguments(texts), {.digits = 6, .budget = none});
    INFO(id);
    CHECK(a.hi > above);
    CHECK(a.lo <= a.hi);
  }
}
