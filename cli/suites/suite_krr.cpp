// The suite `krr`: shuffled k-ary randomized response and the two adversaries of [KHH21].
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace krr_cases {
namespace {

constexpr long digits = 20;
using Texts = std::initializer_list<const char*>;
constexpr std::string_view delta_ids[] = {"krr.delta.strong", "krr.delta.strong-pair", "krr.delta.weak"};
constexpr std::string_view epsilon_ids[] = {"krr.epsilon.strong", "krr.epsilon.strong-pair", "krr.epsilon.weak"};
constexpr std::size_t weak = 2;

ParameterTexts delta_at(std::string_view n, std::string_view k, std::string_view gamma, std::string_view eps) {
  return {{"n", std::string(n)}, {"k", std::string(k)}, {"gamma", std::string(gamma)}, {"eps", std::string(eps)}};
}
ParameterTexts epsilon_at(std::string_view n, std::string_view k, std::string_view gamma, std::string_view delta) {
  return {{"n", std::string(n)}, {"k", std::string(k)}, {"gamma", std::string(gamma)}, {"delta", std::string(delta)}};
}

Group small_exact(std::size_t view) {
  Group g{delta_ids[view], "small-exact", 2 * digits, true, {"ExactRational", "SmallN"}, {}};
  for (const char* gamma : Texts{"1/4", "9/10"}) {
    for (const char* k : Texts{"2", "3", "4"}) {
      for (const char* n : Texts{"1", "2", "5"}) {
        g.cases.push_back({delta_at(n, k, gamma, "0"), "total variation distance"});
        g.cases.push_back({delta_at(n, k, gamma, "ln(9/8)"),
                           "e^eps = 9/8",
                           {},
                           *n == '5' && *k == '3' && std::string_view(gamma) == "1/4"});
      }
    }
  }
  return g;
}

Group sizes(std::size_t view) {
  Group g{delta_ids[view], "n-range", digits, false, {}, {}};
  for (const auto& [n, exponent] :
       {std::pair("10", 1L), std::pair("100", 1L), std::pair("1000", 2L), std::pair("10000", 4L)}) {
    g.cases.push_back({delta_at(n, "5", "1/4", two_to_minus(exponent)), fmt::format("{} users", n)});
  }
  if (view != weak) {
    for (const auto& [n, exponent] : {std::pair("1000000", 7L), std::pair("1000000000", 12L)}) {
      g.cases.push_back({delta_at(n, "5", "1/4", two_to_minus(exponent)), fmt::format("{} users", n), {"LargeN"}});
    }
  }
  return g;
}

Group categories(std::size_t view) {
  Group g{delta_ids[view], "k-range", digits, false, {}, {}};
  for (const char* k : Texts{"2", "3", "5", "16", "128", "1000"}) {
    g.cases.push_back({delta_at("1000", k, "1/2", "1/2"), fmt::format("{} categories", k)});
  }
  for (const char* k : Texts{"1000000", "1000000000000000"}) {
    g.cases.push_back({delta_at("1000", k, "1/2", "1/2"), fmt::format("{} categories", k), {"LargeCategories"}});
  }
  return g;
}

Group gammas(std::size_t view) {
  Group g{delta_ids[view], "gamma-range", digits, false, {}, {}};
  for (const char* gamma : Texts{"1/64", "1/8", "1/2", "7/8"}) {
    g.cases.push_back({delta_at("1000", "8", gamma, "1/4"), fmt::format("gamma = {}", gamma)});
  }
  for (long e : {20, 52}) {
    g.cases.push_back({delta_at("1000", "8", two_to_minus(e), "1/4"), fmt::format("gamma = 2^-{}", e), {"TinyGamma"}});
    g.cases.push_back({delta_at("1000", "8", difference("1", two_to_minus(e)), two_to_minus(e + 4)),
                       fmt::format("gamma = 1 - 2^-{}", e),
                       {"LargeGamma"}});
  }
  return g;
}

Group thresholds(std::size_t view) {
  Group g{delta_ids[view], "eps-range", digits, false, {}, {}};
  g.cases.push_back({delta_at("1000", "4", "3/8", "0"), "eps = 0", {"EpsNearZero"}});
  for (long e : {300, 53, 20}) {
    g.cases.push_back({delta_at("1000", "4", "3/8", two_to_minus(e)), fmt::format("eps = 2^-{}", e), {"EpsNearZero"}});
  }
  for (const char* eps : Texts{"1/16", "1/8", "1/4", "1/2", "3/4", "1", "5/4", "3/2", "2", "9/4"}) {
    Case c{delta_at("1000", "4", "3/8", eps), "one curve down to its end", {}, std::string_view(eps) == "1/2"};
    if (Rational(eps) >= Rational("5/4")) c.flags.push_back("TinyDelta");
    g.cases.push_back(std::move(c));
  }
  return g;
}

Group beyond(std::size_t view) {
  if (view == weak) {
    Group g{delta_ids[view], "largest-ratio", digits, false, {"LargestRatio"}, {}};
    g.cases.push_back({delta_at("50", "4", "1/4", "ln(13)"), "delta is 0", {"TrivialAnswer"}});
    g.cases.push_back({delta_at("50", "4", "1/4", "ln(14)"), "delta is 0", {"TrivialAnswer"}});
    for (const char* w : Texts{"12", "129/10", "1299/100", "12999/1000"}) {
      g.cases.push_back({delta_at("50", "4", "1/4", fmt::format("ln({})", w)),
                         "below the largest ratio 13",
                         {"TinyDelta", "SymbolicInput"}});
    }
    return g;
  }
  Group g{delta_ids[view], "atom", digits, false, {"InfiniteRatio"}, {}};
  for (const char* n : Texts{"10", "100", "1000"}) {
    const std::string last = fmt::format("ln({})", difference(n, "1"));
    g.cases.push_back({delta_at(n, "8", "1/4", last), "e^eps at the largest finite ratio n - 1", {"Tie"}});
    g.cases.push_back({delta_at(n, "8", "1/4", fmt::format("ln({})", difference(n, "3/2"))),
                       "e^eps between the two largest finite ratios",
                       {},
                       std::string_view(n) == "10"});
    g.cases.push_back({delta_at(n, "8", "1/4", "1000"), "eps beyond every finite ratio"});
  }
  return g;
}

Group printed(std::size_t view) {
  Group g{delta_ids[view], "printed", digits, false, {"PrintedFormula"}, {}};
  for (const char* eps : Texts{"1/2", "1"}) {
    const bool half = std::string_view(eps) == "1/2";
    if (view == weak) {
      g.cases.push_back({delta_at("500", "3", "1/4", eps),
                         "[KHH21] equations (3.2) to (3.4) compare two random numbers: read literally not a bound"});
    } else {
      g.cases.push_back({delta_at("1000", "4", "1/4", fmt::format("{}", half ? "0.5" : "1.0")),
                         fmt::format("[KHH21] equation (3.1) with one count gives {}, below the view",
                                     half ? "2.41e-5" : "2.5e-10")});
    }
  }
  if (view != weak) {
    g.cases.push_back({delta_at("8", "2", "1/4", "0"),
                       "[KHH21] equation (3.1) with one count gives 823543/2097152, below the view",
                       {"SmallN"},
                       true});
    g.cases.push_back({delta_at("3", "2", "1/4", "0"),
                       "the strong view has 75/128, the pair without the factor 1 - gamma 25/32",
                       {"SmallN"},
                       true});
  } else {
    g.cases.push_back({delta_at("2", "3", "1/4", "ln(22/13)"),
                       "[KHH21] equations (3.2) to (3.4) read as laws of two numbers give 121/208, below 131/208",
                       {"SmallN"},
                       true});
  }
  return g;
}

Group delta_range(std::size_t view) {
  Group g{epsilon_ids[view], "delta-range", digits, false, {"DeltaRange"}, {}};
  for (long e : {1, 2, 5, 10, 20, 30, 40, 53, 66, 80, 200, 997}) {
    if (view != weak && e > 80) continue;  // below the mass that no eps removes
    Case c{epsilon_at("1000", "4", "1/4", two_to_minus(e)), fmt::format("delta = 2^-{}", e), {}, e == 20};
    if (e >= 66) c.flags.push_back("TinyDelta");
    g.cases.push_back(std::move(c));
  }
  return g;
}

Group epsilon_sizes(std::size_t view) {
  Group g{epsilon_ids[view], "n-range", digits, false, {}, {}};
  for (const char* n : Texts{"100", "1000", "3000"}) {
    for (const char* k : Texts{"2", "10"}) {
      g.cases.push_back({epsilon_at(n, k, "1/2", two_to_minus(7)), fmt::format("{} users, delta = 2^-7", n)});
    }
  }
  if (view != weak) {
    g.cases.push_back({epsilon_at("1000000", "10", "1/2", two_to_minus(20)), "10^6 users", {"LargeN"}});
    g.cases.push_back({epsilon_at("1000000000", "10", "1/2", two_to_minus(20)), "10^9 users", {"LargeN"}});
  }
  return g;
}

Group epsilon_edges(std::size_t view) {
  Group g{epsilon_ids[view], "edges", digits, false, {}, {}};
  g.cases.push_back({epsilon_at("100", "4", "1/4", "1"), "delta = 1: eps is 0", {"TrivialAnswer"}});
  if (view == weak) {
    for (const char* n : Texts{"1", "100"}) {
      g.cases.push_back({epsilon_at(n, "4", "1/4", "0"), "delta = 0: eps is ln 13", {"LargestRatio", "TrivialAnswer"}});
    }
    g.cases.push_back({epsilon_at("1", "4", "1/4", "1/8"), "one user: randomized response itself", {"SmallN"}});
  } else {
    // (1 - 1/16)^5, and times 3/4: n = 6.
    const std::string atom = view == 0 ? "2278125/4194304" : "759375/1048576";
    g.cases.push_back(
        {epsilon_at("6", "4", "1/4", atom), "delta at the mass that no eps removes: eps is ln 5", {"InfiniteRatio"}});
    for (long e : {20, 50}) {
      g.cases.push_back({epsilon_at("6", "4", "1/4", sum(atom, two_to_minus(e))),
                         fmt::format("2^-{} above the mass that no eps removes", e),
                         {"InfiniteRatio", "SmallN"}});
    }
  }
  return g;
}

}  // namespace
}  // namespace krr_cases

Suite krr_suite() {
  using namespace krr_cases;
  Suite s{
      "krr",
      {"Shuffled k-ary randomized response: each of n reports is replaced by a uniform category with probability "
       "gamma.",
       "strong: the adversary of [KHH21] who sees who was replaced; strong-pair: an upper bound on it; weak: the one "
       "who sees who of the other users was.",
       "Values have 20 proved digits, 40 where an exact fraction stands beside them."},
      {}};
  for (std::size_t view = 0; view < std::size(delta_ids); ++view) {
    for (const auto& group : {small_exact, sizes, categories, gammas, thresholds, beyond, printed, delta_range,
                              epsilon_sizes, epsilon_edges}) {
      s.groups.push_back(group(view));
    }
  }
  return s;
}

}  // namespace hallmark::cli
