#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"
#include "bounds/risk/best_test.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

void check_holds(const Answer& a, const char* truth, long digits) {
  const Rational value(truth), slack = value * pow(Rational(10), -digits);
  CHECK(a.lo <= value + slack);
  CHECK(value - slack <= a.hi);
  CHECK(a.reached);
}

// All outcomes of so many rounds of randomized response with E = 3, as two laws.
std::pair<Atoms, Atoms> responses(long rounds) {
  Atoms p{1}, q{1};
  for (long i = 0; i < rounds; ++i) {
    Atoms next_p, next_q;
    for (std::size_t j = 0; j < p.size(); ++j) {
      for (const long likely : {3, 1}) {
        next_p.push_back(p[j] * likely / 4);
        next_q.push_back(q[j] * (4 - likely) / 4);
      }
    }
    p = next_p;
    q = next_q;
  }
  return {p, q};
}

const ParameterTexts sgd{{"sigma", "1"}, {"rate", "1/100"}, {"steps", "1000"}};

ParameterTexts with(ParameterTexts texts, const ParameterTexts& more) {
  texts.insert(more.begin(), more.end());
  return texts;
}

}  // namespace

TEST_CASE("attack: rates of normal noise have their closed form") {
  check_holds(answer("gaussian.tpr", {{"sigma", "1"}, {"fpr", "0.01"}}), "0.09236224807369393585", 15);
  check_holds(answer("gaussian.tpr", {{"sigma", "2"}, {"fpr", "0.001"}}), "0.00479555920914217391", 15);
  check_holds(answer("gaussian.tpr", {{"sigma", "0.7"}, {"fpr", "0.05"}}), "0.41438389216087352281", 15);
  check_holds(answer("gaussian.tpr", {{"sigma", "1"}, {"rounds", "4"}, {"fpr", "1/2"}}), "0.97724986805182079279", 15);
  check_holds(answer("gdp.tpr", {{"mu", "1/2"}, {"fpr", "0.001"}}), "0.00479555920914217391", 15);
  // FPR and TPR are inverse: the same curve from its other side.
  check_holds(answer("gaussian.fpr", {{"sigma", "1"}, {"tpr", "0.09236224807369393585"}}), "0.01", 14);
  const Answer tiny = answer("gaussian.fpr", {{"sigma", "1/20"}, {"tpr", "1/2"}}, "", 8);
  check_holds(tiny, "2.753624118606233695e-89", 8);
  check_holds(answer("gaussian.tpr", {{"sigma", "1/20"}, {"fpr", "1e-80"}}, "", 8), "0.84336015467", 8);
}

TEST_CASE("attack: rates of pure mechanisms have kinks, where the best t stands") {
  check_holds(answer("laplace.tpr", {{"eps0", "1"}, {"fpr", "0.25"}, {"direction", "remove"}}),
              "0.63212055882855767840", 15);
  check_holds(answer("laplace.tpr", {{"eps0", "1"}, {"fpr", "0.001"}}), "0.00271828182845904523536", 15);
  check_holds(answer("rr.tpr", {{"eps0", "1"}, {"rounds", "3"}, {"fpr", "0.05"}}), "0.47374880356999343", 14);
  check_holds(answer("rr.tpr", {{"eps0", "1"}, {"rounds", "3"}, {"fpr", "0.01"}}), "0.20085536923187667", 14);
  // What a mechanism shows for certain: every rate from 1 - delta0 on is 1.
  const Answer sure = answer("eps-delta.tpr", {{"eps0", "1"}, {"delta0", "1/10"}, {"fpr", "19/20"}});
  CHECK(sure.hi == 1);
  CHECK(sure.lo >= 1 - pow(Rational(10), -15));
}

TEST_CASE("attack: rates of several rounds of randomized response are the best of all tests") {
  for (const long rounds : {1, 2}) {
    const auto [p, q] = responses(rounds);
    for (const char* level : {"1/16", "1/10", "1/4", "2/5", "3/4", "9/10"}) {
      INFO(rounds << " rounds at " << level);
      const ParameterTexts texts{{"eps0", "ln(3)"}, {"rounds", std::to_string(rounds)}};
      const Answer tpr = answer("rr.tpr", with(texts, {{"fpr", level}}), "", 10);
      const Rational truth = best_test(p, q, Rational(level));
      check_holds(tpr, truth.to_string().c_str(), 12);
      // FPR at that power: 1 - TPR' at 1 - power.
      const Answer fpr = answer("rr.fpr", with(texts, {{"tpr", level}}), "", 10);
      check_holds(fpr, Rational(1 - best_test(q, p, 1 - Rational(level))).to_string().c_str(), 9);
    }
  }
}

TEST_CASE("attack: noisy gradient descent, both null hypotheses") {
  check_holds(answer("poisson-gaussian.tpr", with(sgd, {{"fpr", "0.001"}, {"direction", "remove"}})),
              "0.00406844788114256585", 15);
  check_holds(answer("poisson-gaussian.tpr", with(sgd, {{"fpr", "0.001"}, {"direction", "add"}}), "", 10),
              "0.00332443242016783641", 10);
  check_holds(answer("poisson-gaussian.tpr", with(sgd, {{"fpr", "0.1"}, {"direction", "remove"}}), "", 10),
              "0.1942011316279532849", 10);
  const Answer both = answer("poisson-gaussian.tpr", with(sgd, {{"fpr", "0.01"}}), "", 6);
  check_holds(both, "0.0291390945887465325", 6);
  CHECK(both.larger == Direction::remove);
  check_holds(answer("poisson-gaussian.advantage", sgd), "0.161017619697925164", 15);
  check_holds(answer("poisson-gaussian.bayes", with(sgd, {{"prior", "0.1"}, {"direction", "remove"}})),
              "0.90000005605334851", 15);
  check_holds(answer("poisson-gaussian.bayes", sgd), "0.58050880984896258", 15);
  check_holds(answer("poisson-gaussian.bayes", with(sgd, {{"prior", "0.9"}, {"direction", "remove"}})),
              "0.90000000000186743", 15);
  check_holds(answer("poisson-gaussian.bayes", with(sgd, {{"prior", "0.1"}, {"direction", "add"}})),
              "0.90000000000186743", 15);
  // The smaller false positive rate is that of the stronger attack.
  const auto fpr = [&](const char* direction) {
    return answer("poisson-gaussian.fpr", with(sgd, {{"tpr", "1/4"}, {"direction", direction}}), "", 6);
  };
  CHECK(fpr("both").lo == std::min(fpr("remove").lo, fpr("add").lo));
  CHECK(fpr("both").hi == std::min(fpr("remove").hi, fpr("add").hi));
}

TEST_CASE("attack: the curves of both null hypotheses are one curve, reflected") {
  // TPR_add(1 - TPR_remove(a)) = 1 - a; the best t of the first stands below 1, that of the second above.
  const Answer remove =
      answer("poisson-gaussian.tpr",
             {{"sigma", "1"}, {"rate", "1/2"}, {"steps", "3"}, {"fpr", "9/10"}, {"direction", "remove"}}, "", 10);
  const Answer add = answer("poisson-gaussian.tpr",
                            {{"sigma", "1"},
                             {"rate", "1/2"},
                             {"steps", "3"},
                             {"fpr", Rational(1 - remove.lo).to_string()},
                             {"direction", "add"}},
                            "", 10);
  check_holds(add, "1/10", 8);
}

TEST_CASE("attack: exact fractions stay exact") {
  const Answer advantage = answer("rr.advantage", {{"eps0", "ln(3)"}}, "", 15, true);
  CHECK(advantage.exact == Rational("1/2"));
  const Answer bayes = answer("rr.bayes", {{"eps0", "ln(3)"}}, "", 15, true);
  CHECK(bayes.exact == Rational("3/4"));
}

TEST_CASE("attack: the largest of a class lies between one event and all t") {
  const Answer shuffled = answer("shuffled-batch.tpr", {{"sigma", "1"}, {"steps", "4"}, {"fpr", "1/100"}}, "", 4);
  CHECK(shuffled.lo > Rational("1/100"));
  CHECK(shuffled.lo < shuffled.hi);
  // One batch of Gaussian noise bounds it.
  CHECK(shuffled.hi < Rational("0.0924"));
  const Answer zcdp = answer("zcdp.tpr", {{"rho", "1/2"}, {"fpr", "1/100"}}, "", 4);
  CHECK(zcdp.hi >= Rational("0.0923"));  // rho = 1/2 is that of Gaussian noise of sigma 1
  CHECK(zcdp.lo <= zcdp.hi);
  const Answer curve = answer("renyi-curve.tpr", {{"curve", "2,1/2;4,1;8,2"}, {"fpr", "1/1000"}});
  CHECK(curve.encloses == Encloses::upper_end);
  CHECK(curve.hi < Rational("1/50"));
}

TEST_CASE("attack: the largest over other users' data is no number of one pair") {
  // Each eps has a worst dataset of its own, so that the curve of the largest deltas is above every attack.
  Rational largest = 0;
  for (const char* others : {"0", "1", "2"}) {  // the others of 5 users mirror them
    largest = std::max(largest, answer("rr2.tpr", {{"n", "5"}, {"eps0", "1"}, {"others", others}, {"fpr", "0.3"}}).hi);
  }
  const Answer best = answer("rr2.tpr", {{"n", "5"}, {"eps0", "1"}, {"others", "best"}, {"fpr", "0.3"}});
  CHECK(best.lo <= largest);
  CHECK(largest <= best.hi);
}

TEST_CASE("attack: what has no number is refused in words") {
  for (const char* fpr : {"0", "1", "-1/2", "3/2", "nan", "1e400"}) {
    INFO(fpr);
    CHECK_THAT(refusal("gaussian.tpr", {{"sigma", "1"}, {"fpr", fpr}}),
               Catch::Contains("gaussian.tpr: fpr = ") && Catch::Contains("must be"));
  }
  CHECK_THAT(refusal("gaussian.fpr", {{"sigma", "1"}, {"tpr", "1"}}),
             Catch::Contains("gaussian.fpr: tpr = 1: must be"));
  CHECK_THAT(refusal("gaussian.tpr", {{"sigma", "1"}}), Catch::Contains("missing parameter fpr"));
  CHECK_THAT(refusal("poisson-gaussian.bayes", with(sgd, {{"prior", "1/3"}})),
             Catch::Contains("prior = 1/3: must be 1/2 where the direction is both"));
  CHECK_THAT(refusal("shuffled-batch.bayes", {{"sigma", "1"}, {"steps", "4"}, {"prior", "1/3"}}),
             Catch::Contains("prior = 1/3: must be 1/2"));
  CHECK_THAT(refusal("gaussian.bayes", {{"sigma", "1"}, {"prior", "exp(-1)"}}), Catch::Contains("prior = exp(-1)"));
  CHECK(refusal("gaussian.bayes", {{"sigma", "1"}, {"prior", "1/3"}}) == "accepted");
  CHECK(find_entry("renyi-curve.fpr") == nullptr);
  CHECK_THAT(refusal("composition.fpr", {{"tpr", "1/2"}, {"phases", "poisson-laplace(eps0=1,rate=1/2)"}}),
             Catch::Contains(":"));
}
