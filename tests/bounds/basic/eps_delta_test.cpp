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
  const composition::Found found =
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
  CHECK_THROWS_WITH(answer("eps-delta.eps0", {{"delta0", "1/2"}, {"eps", "1"}, {"delta", "1/10"}}),
                    Catch::Contains("which is there whatever eps0 is"));
  CHECK_THROWS_WITH(basic::eps_delta(1, 2), Catch::Contains("from 0 to 1"));
}
