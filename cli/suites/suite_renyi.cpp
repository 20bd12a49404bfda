// The suite `renyi`: Renyi divergences of the shuffle model and what several rounds add up to.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace renyi_cases {
namespace {

constexpr long digits = 20;
using Texts = std::initializer_list<const char*>;

std::vector<std::string_view> order_flags(std::string_view alpha) {
  const Rational a(alpha);
  if (a < Rational("5/4")) return {"OrderNearOne"};
  if (a >= Rational(1000)) return {"LargeOrder"};
  return {};
}

ParameterTexts pair_at(std::string_view n, std::string_view eps0, std::string_view alpha) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {"alpha", std::string(alpha)}};
}

Group orders() {
  Group g{"clones.renyi", "alpha-range", digits, false, {}, {}};
  for (const char* alpha : Texts{"1048577/1048576", "1025/1024", "5/4", "3/2", "2", "5/2", "3", "5", "8", "16", "33",
                                 "64", "100", "1000", "1000000", "1000000000"}) {
    g.cases.push_back({pair_at("1000", "2", alpha), fmt::format("order {}", alpha), order_flags(alpha)});
  }
  for (const char* alpha : Texts{"3/2", "2", "8", "32", "100", "100000", "1000000000"}) {
    Case c{pair_at("1000000", "4", alpha), fmt::format("order {} of a million reports", alpha), order_flags(alpha)};
    c.flags.push_back("LargeN");
    g.cases.push_back(std::move(c));
  }
  return g;
}

Group budgets() {
  Group g{"clones.renyi", "eps0-range", digits, false, {}, {}};
  for (const std::string eps0 : local_budgets) {
    for (const char* alpha : Texts{"2", "32"}) {
      g.cases.push_back(
          {pair_at("500", eps0, alpha), fmt::format("order {}, eps0 = {}", alpha, eps0), eps0_flags(eps0)});
    }
  }
  for (const char* eps0 : Texts{"ln(2)", "ln(3)", "0.1"}) {
    g.cases.push_back({pair_at("100", eps0, "3"), "exact input", {"SymbolicInput"}});
  }
  return g;
}

Group sizes() {
  Group g{"clones.renyi", "n-range", digits, false, {}, {}};
  for (const char* n : Texts{"1", "2", "3", "10", "100", "10000", "100000", "10000000"}) {
    for (const char* alpha : Texts{"2", "17"}) {
      Case c{pair_at(n, "3", alpha), fmt::format("{} reports", n)};
      const std::size_t length = std::string_view(n).size();
      if (length >= 7) c.flags.push_back("LargeN");
      if (length <= 2) c.flags.push_back("SmallN");
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group rounds() {
  Group g{"clones.renyi", "rounds", digits, false, {"Rounds"}, {}};
  for (const char* r : Texts{"2", "100", "1000000"}) {
    ParameterTexts p = pair_at("10000", "4", "8");
    p["rounds"] = r;
    g.cases.push_back({std::move(p), fmt::format("{} rounds: as many times the divergence of one", r)});
  }
  return g;
}

Group responses() {
  Group g{"rr2.renyi", "alpha-range", digits, false, {}, {}};
  for (const char* direction : Texts{"remove", "add", "both"}) {
    for (const char* alpha : Texts{"1025/1024", "3/2", "2", "8", "32", "1000", "1000000"}) {
      ParameterTexts p = pair_at("1000", "2", alpha);
      p["direction"] = direction;
      Case c{std::move(p), fmt::format("order {}", alpha), order_flags(alpha)};
      c.flags.push_back("DirectionsDiffer");
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group compositions() {
  Group g{"rr2.renyi", "others", digits, false, {"Composition"}, {}};
  for (const char* others : Texts{"0", "1", "30", "50", "99"}) {
    for (const char* alpha : Texts{"2", "16"}) {
      for (const char* direction : Texts{"remove", "add"}) {
        ParameterTexts p = pair_at("100", "4", alpha);
        p["others"] = others;
        p["direction"] = direction;
        g.cases.push_back({std::move(p), fmt::format("{} of the others hold 1", others)});
      }
    }
  }
  return g;
}

Group response_sizes() {
  Group g{"rr2.renyi", "n-range", digits, false, {}, {}};
  for (const char* n : Texts{"1", "2", "10", "100", "10000", "1000000"}) {
    ParameterTexts p = pair_at(n, "4", "32");
    p["direction"] = "remove";
    Case c{std::move(p), fmt::format("{} reports", n)};
    if (std::string_view(n).size() >= 7) c.flags.push_back("LargeN");
    if (std::string_view(n).size() <= 2) c.flags.push_back("SmallN");
    g.cases.push_back(std::move(c));
  }
  return g;
}

ParameterTexts many_at(std::string_view n, std::string_view eps0, std::string_view delta, std::string_view rounds) {
  return {{"n", std::string(n)},
          {"eps0", std::string(eps0)},
          {"delta", std::string(delta)},
          {"rounds", std::string(rounds)}};
}

Group accounting() {
  Group g{"clones.epsilon.renyi", "rounds", digits, false, {"Rounds"}, {}};
  for (const char* r : Texts{"1", "10", "100", "1000"}) {
    for (const char* delta : Texts{"1/1048576", "1/1099511627776"}) {
      g.cases.push_back({many_at("10000", "2", delta, r), fmt::format("{} rounds", r)});
    }
  }
  for (const char* r : Texts{"1", "100"}) {
    g.cases.push_back({many_at("1000", "4", "1e-6", r), fmt::format("{} rounds", r), {"SymbolicInput"}});
  }
  ParameterTexts one = many_at("1000", "1", "1e-6", "10");
  one["orders"] = "7..7";
  g.cases.push_back({std::move(one), "one order only", {"SymbolicInput"}});
  ParameterTexts few = many_at("1000", "1", "1e-6", "10");
  few["orders"] = "2..10";
  g.cases.push_back({std::move(few), "the best order is the last of the range", {"SymbolicInput"}});
  return g;
}

Group composition() {
  Group g{"clones.epsilon.advanced-composition", "rounds", digits, false, {"Rounds"}, {}};
  for (const auto& [n, eps0] : {std::pair("10000", "2"), std::pair("1000000", "4")}) {
    for (const char* r : Texts{"1", "2", "3", "10", "100", "1000", "100000", "1000000"}) {
      g.cases.push_back({many_at(n, eps0, two_to_minus(20), r), fmt::format("{} rounds", r)});
    }
    for (long e : {1, 10, 60, 200, 900}) {
      Case c{many_at(n, eps0, two_to_minus(e), "50"), fmt::format("delta = 2^-{}", e)};
      if (e >= 60) c.flags.push_back("TinyDelta");
      g.cases.push_back(std::move(c));
    }
  }
  g.cases.push_back({many_at("10", "1", "1", "5"), "delta = 1: eps is 0", {"TrivialAnswer", "SmallN"}});
  return g;
}

}  // namespace
}  // namespace renyi_cases

Suite renyi_suite() {
  using namespace renyi_cases;
  return {"renyi",
          {"Renyi divergences of the clones pair of [FMT21] Theorem 3.2 and of shuffled randomized response, and the "
           "epsilon of several rounds by Renyi accounting and by the exact composition theorem.",
           "Values have 20 proved digits."},
          {orders(), budgets(), sizes(), rounds(), responses(), compositions(), response_sizes(), accounting(),
           composition()}};
}

}  // namespace hallmark::cli
