#include "bounds/basic/rr_local.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// Every answer of its own.
std::vector<MassPair> response(long k, const Exact& p) {
  std::vector<MassPair> all;
  for (long answer = 0; answer < k; ++answer) {
    const Exact lie = p / k;
    all.push_back({answer == 0 ? Exact(1 - p + lie) : lie, answer == 1 ? Exact(1 - p + lie) : lie});
  }
  return all;
}

}  // namespace

TEST_CASE("rr-local: all outcomes, by every route") {
  for (const auto& [k, p] : {std::pair{2L, "1/2"}, {3L, "1/3"}, {5L, "9/10"}, {4L, "1"}}) {
    for (long rounds : {1, 2, 4}) {
      const ParameterTexts texts{{"k", std::to_string(k)}, {"p", p}, {"rounds", std::to_string(rounds)}};
      for (const char* w : {"1", "5/4", "3"}) {
        check_delta("rr-local.delta", texts, Exact(w), brute_delta(response(k, Exact(p)), rounds, Exact(w)),
                    {"", "lattice", "convex"});
      }
    }
  }
}

TEST_CASE("rr-local: more private than randomized response of the same ratio, and p is bracketed") {
  // k = 3, p = 1/2: E = 4.
  const Answer three = answer("rr-local.delta", {{"k", "3"}, {"p", "1/2"}, {"rounds", "4"}, {"eps", "1"}});
  const Answer two = answer("rr.delta", {{"eps0", "ln(4)"}, {"rounds", "4"}, {"eps", "1"}});
  CHECK(three.hi < two.lo);
  const ParameterTexts texts{{"k", "3"}, {"eps", "1/2"}, {"rounds", "5"}};
  ParameterTexts all = texts;
  all["delta"] = "1/100";
  check_inverse("rr-local.delta", texts, "p", answer("rr-local.p", all), Rational("1/100"), false);
  CHECK_THROWS_WITH(basic::rr_local(1, Number("1/2")), Catch::Contains("at least 2"));
  CHECK_THROWS_WITH(answer("rr-local.delta", {{"k", "3"}, {"p", "2"}, {"eps", "1"}}), Catch::Contains("p = 2"));
}

TEST_CASE("rr-local: the share of lies at delta 0 is k/(k - 1 + e^(eps/rounds))") {
  struct Row {
    const char *k, *eps, *p;
  };
  for (const Row& row : {Row{"4", "1/2", "0.8604516741434088"}, Row{"10", "1", "0.8533674259065845"},
                         Row{"2925", "14", "0.00242632216798"}}) {
    const Answer a = answer("rr-local.p", {{"k", row.k}, {"eps", row.eps}, {"delta", "0"}}, "", 14);
    CHECK(a.lo <= Rational(row.p) + Rational("1e-14"));
    CHECK(Rational(row.p) - Rational("1e-14") <= a.hi);
    CHECK(a.hi - a.lo < Rational("1e-13"));
  }
}
