#include "bounds/within.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// The answer is n, and the row says so of both neighbours.
void check_count(std::string_view id, std::string_view of, const std::string& parameter, ParameterTexts texts, long n,
                 bool grows) {
  INFO(id << " " << n);
  const Answer a = answer(id, texts);
  CHECK(a.reached);
  REQUIRE(a.exact.has_value());
  CHECK(*a.exact == n);
  const Number target(texts.at("delta"));
  texts.erase("delta");
  const auto delta = [&](long count) {
    ParameterTexts there = texts;
    there[parameter] = std::to_string(count);
    return answer(of, there, "", 6);
  };
  CHECK(less_equal(Number(delta(n).hi), target) == Truth::yes);
  CHECK(less(target, Number(delta(grows ? n + 1 : n - 1).lo)) == Truth::yes);
}

}  // namespace

TEST_CASE("within: the direction in which delta moves") {
  const auto falls = [](std::string_view of, const std::string& parameter, ParameterTexts texts) {
    texts.insert({{"eps", "1"}, {"sigma", "1"}});
    texts[parameter] = "1";
    const Answer one = answer(of, texts);
    texts[parameter] = parameter == "rate" ? "1/2" : "3";
    return less(Number(answer(of, texts).hi), Number(one.lo)) == Truth::yes;
  };
  CHECK(question_within("gaussian.rounds")->grows);
  CHECK_FALSE(falls("gaussian.delta", "rounds", {}));
  CHECK(question_within("poisson-gaussian.steps")->grows);
  CHECK_FALSE(falls("poisson-gaussian.delta", "steps", {{"rate", "1/2"}}));
  CHECK(question_within("poisson-gaussian.rate")->grows);
  CHECK(falls("poisson-gaussian.delta", "rate", {{"steps", "1"}}));
  CHECK_FALSE(question_within("allocation.steps")->grows);
  CHECK(falls("allocation.delta", "steps", {}));
}

TEST_CASE("within: rounds of Gaussian noise within a target") {
  check_count("gaussian.rounds", "gaussian.delta", "rounds", {{"eps", "1"}, {"delta", "1e-5"}, {"sigma", "10"}}, 7,
              true);
  check_count("gaussian.rounds", "gaussian.delta", "rounds", {{"eps", "4"}, {"delta", "1e-6"}, {"sigma", "25"}}, 438,
              true);
  CHECK(answer("gaussian.rounds", {{"eps", "1"}, {"delta", "1e-5"}, {"sigma", "1"}}).hi == 0);
  CHECK(answer("gaussian.rounds", {{"eps", "1"}, {"delta", "1e-5"}, {"sigma", "1e4"}}).lo > 1'000'000);
  CHECK_THROWS_AS(answer("gaussian.rounds", {{"eps", "1"}, {"delta", "1e-5"}, {"sigma", "1e20"}}), InputError);
}

TEST_CASE("within: steps of Poisson batches within a target") {
  check_count("poisson-gaussian.steps", "poisson-gaussian.delta", "steps",
              {{"eps", "1"}, {"delta", "1e-5"}, {"rate", "1/100"}, {"sigma", "1"}, {"direction", "both"}}, 254, true);
  check_count("poisson-gaussian.steps", "poisson-gaussian.delta", "steps",
              {{"eps", "2"}, {"delta", "1e-5"}, {"rate", "1/100"}, {"sigma", "1"}, {"direction", "both"}}, 1202, true);
  check_count("poisson-gaussian.steps", "poisson-gaussian.delta", "steps",
              {{"eps", "8"}, {"delta", "1e-6"}, {"rate", "41/125"}, {"sigma", "9.4"}, {"direction", "both"}}, 1907,
              true);
}

TEST_CASE("within: the least number of steps of random allocation", "[.long]") {
  check_count("allocation.steps", "allocation.delta", "steps",
              {{"eps", "1/2"}, {"delta", "1e-3"}, {"sigma", "1"}, {"direction", "both"}}, 45, false);
  CHECK(answer("allocation.steps", {{"eps", "4"}, {"delta", "1/2"}, {"sigma", "1"}, {"direction", "remove"}}).hi == 1);
}

TEST_CASE("within: the largest rate of Poisson batches") {
  const Answer a =
      answer("poisson-gaussian.rate",
             {{"eps", "1"}, {"delta", "1e-6"}, {"sigma", "1"}, {"steps", "1000"}, {"direction", "both"}}, "", 9);
  CHECK(a.reached);
  CHECK(a.lo <= Rational("0.0048709914842732"));
  CHECK(Rational("0.0048709914842722") <= a.hi);
  CHECK(answer("poisson-gaussian.rate",
               {{"eps", "5"}, {"delta", "0.1"}, {"sigma", "10"}, {"steps", "10"}, {"direction", "both"}})
            .exact == Rational(1));
}

TEST_CASE("within: one step of random allocation is enough where the target is large") {
  CHECK(answer("allocation.steps", {{"eps", "4"}, {"delta", "1/2"}, {"sigma", "2"}, {"direction", "add"}}).hi == 1);
}
