// The suite `rr2`: shuffled binary randomized response on one pair of datasets.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace rr2_cases {
namespace {

constexpr long digits = 20;
constexpr std::string_view delta_id = "rr2.delta";
constexpr std::string_view epsilon_id = "rr2.epsilon";
constexpr const char* directions[] = {"remove", "add", "both"};

ParameterTexts delta_at(std::string_view n, std::string_view eps0, std::string_view eps, std::string_view direction,
                        std::string_view others = "0") {
  return {{"n", std::string(n)},
          {"eps0", std::string(eps0)},
          {"eps", std::string(eps)},
          {"direction", std::string(direction)},
          {"others", std::string(others)}};
}
ParameterTexts epsilon_at(std::string_view n, std::string_view eps0, std::string_view delta, std::string_view direction,
                          std::string_view others = "0") {
  return {{"n", std::string(n)},
          {"eps0", std::string(eps0)},
          {"delta", std::string(delta)},
          {"direction", std::string(direction)},
          {"others", std::string(others)}};
}

// One group a direction: the cases of `make` for each of them.
template <typename Make>
void for_directions(Group& g, const Make& make) {
  for (const char* direction : directions) make(g, std::string_view(direction));
}

Group small() {
  Group g{delta_id, "small", 2 * digits, false, {"SmallN", "SymbolicInput"}, {}};
  for_directions(g, [](Group& all, std::string_view direction) {
    for (const char* n : {"1", "2", "3", "5"}) {
      for (const char* base : {"2", "3"}) {
        const Rational e(base);
        const bool smoke = std::string_view(n) == "3" && e == Rational(2) && direction != "both";
        all.cases.push_back({delta_at(n, ln_text(e), ln_text((e + 1) / 2), direction), "all others hold 0", {}, smoke});
      }
    }
  });
  return g;
}

Group directions_differ() {
  Group g{delta_id, "directions", digits, false, {"DirectionsDiffer"}, {}};
  for_directions(g, [](Group& all, std::string_view direction) {
    for (const char* eps : {"1/8", "1/2", "1"}) {
      all.cases.push_back(
          {delta_at("1000", "2", eps, direction), "all others hold 0", {}, std::string_view(eps) == "1/2"});
      all.cases.push_back({delta_at("100", "4", eps, direction), "all others hold 0"});
    }
  });
  return g;
}

Group compositions() {
  Group g{delta_id, "compositions", digits, false, {"Composition"}, {}};
  for_directions(g, [](Group& all, std::string_view direction) {
    if (direction == "both") return;
    for (const char* others : {"1", "44", "50", "98", "99"}) {
      all.cases.push_back({delta_at("100", "4", "0.08", direction, others),
                           "44 others holding 1 are worse than none: 0.2932 against 0.2756",
                           {"SymbolicInput"},
                           std::string_view(others) == "44"});
    }
    for (const char* others : {"10", "500", "999"}) {
      all.cases.push_back({delta_at("1000", "4", "3/8", direction, others),
                           "add with m others is remove with n - 1 - m: one curve from both sides"});
    }
    all.cases.push_back(
        {delta_at("3", "ln(2)", "0", direction, "1"), "one other holding 1", {"SmallN", "SymbolicInput"}});
  });
  return g;
}

struct Size {
  const char* n;
  long exponent;
};
constexpr Size sizes[] = {{"1", 2},     {"2", 2},      {"10", 2},      {"100", 3},      {"1000", 3},
                          {"10000", 4}, {"100000", 6}, {"1000000", 8}, {"10000000", 9}, {"1000000000", 13}};

void add_size_flag(Case& c, std::string_view n) {
  if (n.size() >= 7) c.flags.push_back("LargeN");
  if (n.size() <= 2) c.flags.push_back("SmallN");
}

Group delta_sizes() {
  Group g{delta_id, "n-range", digits, false, {}, {}};
  for (const char* eps0 : {"1/2", "4"}) {
    for (const Size& s : sizes) {
      Case c{delta_at(s.n, eps0, two_to_minus(s.exponent + 1), "both"), fmt::format("{} reports", s.n)};
      add_size_flag(c, s.n);
      c.smoke = std::string_view(eps0) == "4" && s.exponent == 8;
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group delta_local_budgets() {
  Group g{delta_id, "eps0-range", digits, false, {}, {}};
  for (const std::string eps0 : local_budgets) {
    g.cases.push_back(
        {delta_at("1024", eps0, quotient(eps0, "4"), "both"), "eps = eps0 / 4", eps0_flags(eps0), eps0 == "16"});
  }
  return g;
}

Group delta_thresholds() {
  Group g{delta_id, "eps-range", digits, false, {}, {}};
  for (long k : {1074, 53, 20}) {
    g.cases.push_back({delta_at("100", "1", two_to_minus(k), "both"), fmt::format("eps = 2^-{}", k), {"EpsNearZero"}});
  }
  g.cases.push_back({delta_at("100", "1", "0", "both"), "eps = 0", {"EpsNearZero"}});
  for (long k : {4, 20, 50}) {
    g.cases.push_back({delta_at("10", "1", difference("1", two_to_minus(k)), "both"),
                       fmt::format("eps = eps0 - 2^-{}", k),
                       {"EpsNearEps0"},
                       k == 20});
  }
  g.cases.push_back({delta_at("10", "1", "1", "both"), "eps = eps0: delta is 0", {"EpsNearEps0", "TrivialAnswer"}});
  for (long quarters : {2, 4, 6, 8, 10, 12}) {
    g.cases.push_back({delta_at("10000", "4", (Rational(quarters) / 4).to_string(), "both"),
                       "one curve down to its end",
                       {"TinyDelta"}});
  }
  return g;
}

Group delta_range() {
  Group g{epsilon_id, "delta-range", digits, false, {"DeltaRange"}, {}};
  for (const auto& [n, eps0] : {std::pair("10000", "4"), std::pair("1000000", "1")}) {
    for (long k : {1, 5, 10, 20, 40, 53, 100, 200, 332, 664, 800, 997}) {
      Case c{epsilon_at(n, eps0, two_to_minus(k), "both"), fmt::format("delta = 2^-{}", k)};
      if (k > 53) c.flags.push_back("TinyDelta");
      c.smoke = std::string_view(n) == "10000" && (k == 20 || k == 332);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group epsilon_directions() {
  Group g{epsilon_id, "directions", digits, false, {"DirectionsDiffer"}, {}};
  for_directions(g, [](Group& all, std::string_view direction) {
    for (long k : {10, 30}) {
      all.cases.push_back(
          {epsilon_at("1000", "2", two_to_minus(k), direction), fmt::format("delta = 2^-{}", k), {}, k == 30});
      all.cases.push_back({epsilon_at("100", "4", two_to_minus(k), direction), fmt::format("delta = 2^-{}", k)});
      all.cases.push_back({epsilon_at("1000", "4", two_to_minus(k), direction, "500"),
                           fmt::format("half of the others hold 1, delta = 2^-{}", k),
                           {"Composition"}});
    }
  });
  return g;
}

Group epsilon_edges() {
  Group g{epsilon_id, "edges", digits, false, {}, {}};
  for (const char* n : {"1", "1000"}) {
    g.cases.push_back({epsilon_at(n, "1", "0", "both"), "delta = 0: eps is eps0", {"TrivialAnswer"}});
    g.cases.push_back({epsilon_at(n, "1", "1", "both"), "delta = 1: eps is 0", {"TrivialAnswer"}});
  }
  g.cases.push_back({epsilon_at("1", "ln(3)", "1/4", "both"), "one report: eps is ln 2", {"SmallN", "SymbolicInput"}});
  for (const char* n : {"1", "2", "10", "100", "100000", "10000000", "1000000000"}) {
    Case c{epsilon_at(n, "2", two_to_minus(20), "both"), fmt::format("{} reports, delta = 2^-20", n)};
    add_size_flag(c, n);
    g.cases.push_back(std::move(c));
  }
  for (const std::string eps0 : local_budgets) {
    g.cases.push_back({epsilon_at("1024", eps0, two_to_minus(30), "both"), "delta = 2^-30", eps0_flags(eps0)});
  }
  return g;
}

}  // namespace
}  // namespace rr2_cases

Suite rr2_suite() {
  using namespace rr2_cases;
  return {
      "rr2",
      {"Shuffled binary randomized response, truth with probability e^eps0 / (e^eps0 + 1), on one pair of datasets:",
       "user 1 holds 1 or 0, `others` of the other n - 1 users hold 1. direction remove is H(P||Q) with P the law "
       "where user 1 holds 1, add is H(Q||P), both is the larger.",
       "An exact value of one mechanism, hence a lower bound for every theorem about all eps0-local randomizers.",
       "Values have 20 proved digits, 40 for a few reports."},
      {small(), directions_differ(), compositions(), delta_sizes(), delta_local_budgets(), delta_thresholds(),
       delta_range(), epsilon_directions(), epsilon_edges()}};
}

}  // namespace hallmark::cli
