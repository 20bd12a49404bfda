#include "bounds/basic/rr.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/lattice_rounds.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

std::vector<MassPair> response(const Exact& e) { return {{e / (1 + e), 1 / (1 + e)}, {1 / (1 + e), e / (1 + e)}}; }

}  // namespace

TEST_CASE("rr: all outcomes of up to six rounds, by every route") {
  for (const char* e : {"3", "3/2", "101/100"}) {
    const ParameterTexts texts{{"eps0", "ln(" + std::string(e) + ")"}};
    for (long rounds : {1, 2, 3, 6}) {
      ParameterTexts all = texts;
      all["rounds"] = std::to_string(rounds);
      for (const char* w : {"1", "9/8", "2", "9"}) {
        const Exact truth = brute_delta(response(Exact(e)), rounds, Exact(w));
        check_delta("rr.delta", all, Exact(w), truth, {"", "lattice", "convex"});
        ParameterTexts at = all;
        at["eps"] = "ln(" + std::string(w) + ")";
        CHECK(exact(*answer("rr.delta", at, "", 15, true).exact) == truth);
      }
    }
  }
}

TEST_CASE("rr: precisions overlap, and many rounds meet the grid") {
  check_meet("rr.delta", {{"eps0", "1/10"}, {"rounds", "1000"}, {"eps", "4"}}, "balls", "lattice");
  check_meet("rr.delta", {{"eps0", "1/100"}, {"rounds", "50000"}, {"eps", "3"}}, "balls", "convex");
  const Answer fine = answer("rr.delta", {{"eps0", "1"}, {"rounds", "30"}, {"eps", "29"}}, "", 40);
  const Answer coarse = answer("rr.delta", {{"eps0", "1"}, {"rounds", "30"}, {"eps", "29"}}, "", 5);
  CHECK(coarse.lo <= fine.hi);
  CHECK(fine.lo <= coarse.hi);
  CHECK(fine.reached);
}

TEST_CASE("rr: epsilon and eps0 are bracketed by delta") {
  const Answer epsilon = answer("rr.epsilon", {{"eps0", "1/2"}, {"rounds", "10"}, {"delta", "1e-3"}});
  check_inverse("rr.delta", {{"eps0", "1/2"}, {"rounds", "10"}}, "eps", epsilon, Rational("1/1000"), false);
  const Answer eps0 = answer("rr.eps0", {{"eps", "1"}, {"rounds", "10"}, {"delta", "1e-3"}});
  check_inverse("rr.delta", {{"eps", "1"}, {"rounds", "10"}}, "eps0", eps0, Rational("1/1000"), true);
  CHECK(answer("rr.epsilon", {{"eps0", "1/2"}, {"rounds", "3"}, {"delta", "0"}}).hi == Rational("3/2"));
  CHECK(answer("rr.epsilon", {{"eps0", "1/2"}, {"delta", "1"}}).hi == 0);
  CHECK(answer("rr.delta", {{"eps0", "1/2"}, {"rounds", "3"}, {"eps", "3/2"}}).hi == 0);
}

TEST_CASE("rr: bad input is refused by name") {
  CHECK_THROWS_WITH(answer("rr.delta", {{"eps0", "0"}, {"eps", "1"}}), Catch::Contains("eps0 = 0"));
  CHECK_THROWS_WITH(answer("rr.delta", {{"eps0", "1"}, {"eps", "-1"}}), Catch::Contains("eps = -1"));
  CHECK_THROWS_WITH(answer("rr.delta", {{"eps0", "1"}, {"eps", "1"}, {"rounds", "1/2"}}), Catch::Contains("rounds"));
  CHECK_THROWS_WITH(answer("rr.delta", {{"eps0", "nan"}, {"eps", "1"}}), Catch::Contains("eps0"));
  CHECK_THROWS_WITH(basic::rr(Number(-1)), Catch::Contains("positive"));
}

TEST_CASE("rr: many rounds that protect nothing are as far out as they are") {
  const auto epsilon = [](const char* phases) {
    return answer("composition.epsilon", {{"delta", "1/1000"}, {"direction", "remove"}, {"phases", phases}});
  };
  const Answer two = epsilon("100*rr(eps0=150)+100*rr(eps0=200)");  // ln(999/1000) below the sum of eps0
  CHECK(two.lo > Rational(34'000));
  CHECK(two.lo <= Rational("34999.999"));
  CHECK(two.hi >= Rational("34999.998"));
  CHECK(two.hi <= Rational(35'000));
  const Answer many = epsilon("100000*rr(eps0=200)");
  CHECK(many.lo > Rational(19'900'000));
  CHECK(many.hi <= Rational(20'000'000));
}

TEST_CASE("rr: many rounds of two points, as if a third one had no mass") {
  constexpr long bits = 128, rounds = 3000;
  const Ball reach = Number("1/50").ball(bits);
  const Ball with = 1 / (1 + exp(-reach));
  const Ball none(0, bits);
  const auto law = [&](const std::vector<Ball>& p) {
    return basic::LatticeRounds::build({-reach, 2 * reach, p, none, none}, rounds, bits, Budget());
  };
  const auto two = law({1 - with, with});
  const auto three = law({1 - with, with, none});
  REQUIRE(two);
  REQUIRE(three);
  for (const char* eps : {"0", "1/3", "2", "9", "59"}) {
    INFO(eps);
    const basic::Threshold at = basic::threshold(Number(eps), 2 * bits);
    const Ball value = two->at(at).value;
    CHECK((value - three->at(at).value).contains(Rational(0)));
    CHECK(value.upper() - value.lower() < pow(Rational(10), -30));
  }
}
