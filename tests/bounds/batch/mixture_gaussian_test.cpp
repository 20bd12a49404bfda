#include "bounds/batch/mixture_gaussian.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

Answer mixture(const char* weights, const char* shifts, const ParameterTexts& more, const std::string& route = "",
               long digits = 12, const char* asked = "delta") {
  ParameterTexts texts{{"weights", weights}, {"shifts", shifts}};
  if (std::string(asked) != "sigma") texts["sigma"] = "2";
  for (const auto& [name, text] : more) texts[name] = text;
  return answer("mixture-gaussian." + std::string(asked), texts, route, digits);
}

void check_overlap(const Answer& a, const Answer& b) {
  CHECK(a.lo <= b.hi);
  CHECK(b.lo <= a.hi);
}

constexpr const char* three = "9/10,7/100,3/100";

}  // namespace

TEST_CASE("a mixture of Gaussians: a hundred rounds, digits of a quadrature of 30 digits") {
  for (const auto& [eps, direction, value] :
       {std::tuple{"1/2", "remove", "0.134034128862997637"}, {"1", "remove", "0.0511653131033815379"}}) {
    const Answer a = mixture(three, "0,1,2", {{"rounds", "100"}, {"eps", eps}, {"direction", direction}});
    CAPTURE(eps);
    CHECK(a.reached);
    CHECK(a.lo <= Rational(value) + Rational("1e-18"));
    CHECK(Rational(value) - Rational("1e-18") <= a.hi);
    // Its mean shift would be a smaller number.
    CHECK(answer("gaussian.delta", {{"sigma", "200/13"}, {"rounds", "100"}, {"eps", eps}}, "", 6).hi < a.lo);
  }
  const Answer add = mixture(three, "0,1,2", {{"rounds", "100"}, {"eps", "1/2"}, {"direction", "add"}});
  CHECK(add.lo <= Rational("0.1184850642015"));
  CHECK(Rational("0.1184850642010") <= add.hi);
}

TEST_CASE("a mixture of Gaussians: what other families know") {
  for (const char* direction : {"remove", "add"}) {
    for (const char* rounds : {"1", "20"}) {
      const ParameterTexts at{{"rounds", rounds}, {"eps", "1/4"}, {"direction", direction}};
      CAPTURE(direction, rounds);
      // One record sampled at rate 1/10; unsorted and doubled shifts.
      const ParameterTexts sampled{
          {"sigma", "2"}, {"rate", "1/10"}, {"steps", rounds}, {"eps", "1/4"}, {"direction", direction}};
      check_overlap(mixture("1/20,9/10,1/20", "1,0,1", at), answer("poisson-gaussian.delta", sampled, "", 12));
      // Two records of one user; two with the user and one without.
      ParameterTexts group = sampled;
      group["group"] = "2";
      check_overlap(mixture("81/100,18/100,1/100", "0,1,2", at), answer("poisson-gaussian.delta", group, "", 12));
      ParameterTexts changed = sampled;
      changed["deleted"] = "2";
      changed["inserted"] = "1";
      ParameterTexts sides = at;
      sides["weights2"] = "9/10,1/10";
      sides["shifts2"] = "0,1";
      check_overlap(mixture("81/100,18/100,1/100", "0,1,2", sides), answer("poisson-gaussian.delta", changed, "", 12));
    }
    // A record that always moves the sum, in one round; moved on either side.
    const ParameterTexts once{{"rounds", "1"}, {"eps", "1/4"}, {"direction", direction}};
    const Answer whole = answer("gaussian.delta", {{"sigma", "4"}, {"rounds", "1"}, {"eps", "1/4"}}, "", 12);
    check_overlap(mixture("1", "1/2", once), whole);
    ParameterTexts moved = once;
    moved["weights2"] = "1";
    moved["shifts2"] = "1/8";
    check_overlap(mixture("1", "3/8", moved), whole);
    // The place where the ratio is e^0 is 0.
    ParameterTexts even = moved;
    even["eps"] = "0";
    check_overlap(mixture("1", "1/8", even),
                  answer("gaussian.delta", {{"sigma", "8"}, {"rounds", "1"}, {"eps", "0"}}, "", 12));
  }
}

TEST_CASE("a mixture of Gaussians: convex laws meet the contour", "[.long]") {
  for (const char* direction : {"remove", "add"}) {
    ParameterTexts at{{"rounds", "10"}, {"eps", "1/2"}, {"direction", direction}};
    check_overlap(mixture(three, "0,1,5/2", at), mixture(three, "0,1,5/2", at, "convex", 3));
    at["rounds"] = "2";
    check_overlap(mixture("1", "1/2", at, "", 3),
                  answer("gaussian.delta", {{"sigma", "4"}, {"rounds", "2"}, {"eps", "1/2"}}, "", 6));
  }
}

TEST_CASE("a mixture of Gaussians: inverses, and what cannot be") {
  const Answer eps =
      mixture(three, "0,1,2", {{"rounds", "10"}, {"delta", "1e-3"}, {"direction", "remove"}}, "", 8, "epsilon");
  const auto delta_at = [&](const Rational& at) {
    return mixture(three, "0,1,2", {{"rounds", "10"}, {"eps", at.to_string()}, {"direction", "remove"}});
  };
  CHECK(delta_at(eps.hi).lo <= Rational("1e-3"));
  CHECK(delta_at(eps.lo).hi >= Rational("1e-3"));
  const auto at = [](const char* weights, const char* shifts) {
    return refusal("mixture-gaussian.delta", {{"weights", weights}, {"shifts", shifts}, {"sigma", "1"}, {"eps", "1"}});
  };
  CHECK_THAT(at("1/2,1/3", "0,1"), Catch::Contains("of the sum 1"));
  CHECK_THAT(at("1/2,1/2", "0,-1"), Catch::Contains("none of them below 0"));
  CHECK_THAT(at("1/2,1/2", "0"), Catch::Contains("as many as there are weights"));
  CHECK_THAT(at("3/2,-1/2", "0,1"), Catch::Contains("all of them above 0"));
  CHECK_THAT(at("1", "0"), Catch::Contains("above 0 at least"));
  // No output is more likely than e^eps says from -ln of the weight of no shift on.
  CHECK(mixture(three, "0,1,2", {{"rounds", "3"}, {"eps", "0.317"}, {"direction", "add"}}).hi.sign() == 0);
  CHECK(mixture(three, "0,1,2", {{"rounds", "3"}, {"eps", "0.2"}, {"direction", "add"}}).lo.sign() > 0);
}

TEST_CASE("a mixture of Gaussians: the Gaussian mechanism that dominates it moves by both largest shifts") {
  const auto of = [](const char* weight, const char* shift) {
    return batch::mixture_of({Rational(1) - Rational(weight), Rational(weight)}, {Rational(0), Rational(shift)});
  };
  const auto law = batch::mixture_law({Number("2"), of("1/10", "1"), of("1/2", "1/2")});
  REQUIRE(law.phase.dominating_variance);
  CHECK(law.phase.dominating_variance(64).upper() >= Rational("9/16"));
  CHECK(law.phase.dominating_variance(64).lower() <= Rational("9/16"));
}
