#include "bounds/basic/eps_delta.hpp"

#include <catch2/catch.hpp>

#include "bounds/composition/composition.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

std::vector<MassPair> worst(const Exact& e, const Exact& d) {
  const Exact rest = (1 - d) / (1 + e);
  return {{d, 0}, {rest * e, rest}, {rest, rest * e}, {0, d}};
}

}  // namespace

TEST_CASE("eps-delta: all outcomes, by every route") {
  for (const auto& [e, d] : {std::pair{"2", "1/100"}, {"3/2", "0"}, {"1", "1/10"}}) {
    for (long rounds : {1, 2, 5}) {
      const ParameterTexts texts{{"eps0", std::string(e) == "1" ? "1e-30" : "ln(" + std::string(e) + ")"},
                                 {"delta0", d},
                                 {"rounds", std::to_string(rounds)}};
      if (std::string(e) == "1") continue;
      for (const char* w : {"1", "6/5", "4"}) {
        check_delta("eps-delta.delta", texts, Exact(w), brute_delta(worst(Exact(e), Exact(d)), rounds, Exact(w)),
                    {"", "lattice", "convex"});
      }
    }
  }
}

TEST_CASE("eps-delta: a heterogeneous composition as a fraction") {
  composition::PhaseList list;
  list.add("eps-delta", {{"eps", "ln(2)"}, {"delta", "1/100"}}, 1);
  list.add("eps-delta", {{"eps", "ln(3)"}, {"delta", "0"}}, 1);
  list.add("eps-delta", {{"eps", "ln(3/2)"}, {"delta", "1/50"}}, 1);
  const Budget budget;
  const Enclosed found =
      composition::delta(list.phases(), Number("ln(2)"), {.direction = Direction::both, .budget = budget});
  CHECK(found.lo == Rational("36937/100000"));
  CHECK(found.hi == Rational("36937/100000"));
}

TEST_CASE("eps-delta: epsilon ends at the mass that no epsilon covers") {
  const ParameterTexts texts{{"eps0", "1"}, {"delta0", "1/1000"}, {"rounds", "10"}};
  ParameterTexts all = texts;
  all["delta"] = "1/50";
  check_inverse("eps-delta.delta", texts, "eps", answer("eps-delta.epsilon", all), Rational("1/50"), false);
  all["delta"] = "1/1000";
  CHECK_THROWS_WITH(answer("eps-delta.epsilon", all), Catch::Contains("infinite epsilon"));
  // However small that mass is, and however near to it: only what is proved to cover it has an epsilon.
  const auto epsilon = [](const char* delta0, const std::string& delta, const char* rounds) {
    return answer("eps-delta.epsilon", {{"eps0", "1"}, {"delta0", delta0}, {"rounds", rounds}, {"delta", delta}});
  };
  CHECK_THROWS_WITH(epsilon("1e-200", "1e-250", "1"), Catch::Contains("infinite epsilon"));
  CHECK_THROWS_WITH(epsilon("1e-200", "1e-250", "1000000"), Catch::Contains("infinite epsilon"));
  CHECK_THROWS_WITH(epsilon("1/10", "0.18" + std::string(400, '9'), "2"), Catch::Contains("infinite epsilon"));
  CHECK(epsilon("1/10", "19/100", "2").hi == 2);
  CHECK(epsilon("1e-200", "1e-200", "1").hi == 1);
  CHECK(epsilon("exp(-20)", "exp(-20)", "1").hi == 1);
  CHECK(epsilon("exp(-20000)", "1e-8600", "2").hi <= 2);
  CHECK_THROWS_WITH(answer("eps-delta.eps0", {{"delta0", "1e-100"}, {"eps", "1"}, {"delta", "1e-150"}}),
                    Catch::Contains("which is there whatever eps0 is"));
  CHECK_THROWS_WITH(answer("krr.epsilon.strong",
                           {{"n", "100000"}, {"k", "2"}, {"gamma", "1/2"}, {"rounds", "2"}, {"delta", "1e-13000"}}),
                    Catch::Contains("infinite epsilon"));
  composition::PhaseList mixed;
  mixed.add("eps-delta", {{"eps", "1"}, {"delta", "1e-200"}}, 1);
  mixed.add("laplace", {{"eps0", "1"}}, 1);
  const Budget budget;
  CHECK_THROWS_WITH(
      composition::epsilon(mixed.phases(), Number("1e-250"), {.direction = Direction::both, .budget = budget}),
      Catch::Contains("infinite epsilon"));
  CHECK_THROWS_WITH(answer("eps-delta.eps0", {{"delta0", "1/2"}, {"eps", "1"}, {"delta", "1/10"}}),
                    Catch::Contains("which is there whatever eps0 is"));
  CHECK_THROWS_WITH(basic::eps_delta(1, 2), Catch::Contains("from 0 to 1"));
}
