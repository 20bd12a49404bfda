// The suite `shuffle`: brackets of the worst case over every eps0-local randomizer.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace shuffle_cases {
namespace {

constexpr long digits = 20;
constexpr std::string_view delta_id = "shuffle.delta";
constexpr std::string_view epsilon_id = "shuffle.epsilon";

ParameterTexts delta_at(std::string_view n, std::string_view eps0, std::string_view eps) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {"eps", std::string(eps)}};
}
ParameterTexts epsilon_at(std::string_view n, std::string_view eps0, std::string_view delta) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {"delta", std::string(delta)}};
}

void add_size_flag(Case& c, std::string_view n) {
  if (n.size() >= 7) c.flags.push_back("LargeN");
  if (n.size() <= 2) c.flags.push_back("SmallN");
}

Group delta_sizes() {
  Group g{delta_id, "n-range", digits, false, {"WorstCaseBracket"}, {}};
  struct Size {
    const char* n;
    long exponent;
  };
  for (const char* eps0 : {"1", "4"}) {
    for (const Size& s : {Size{"1", 2}, Size{"2", 2}, Size{"10", 2}, Size{"100", 3}, Size{"1000", 3}, Size{"10000", 4},
                          Size{"100000", 6}, Size{"1000000", 8}, Size{"1000000000", 13}}) {
      Case c{delta_at(s.n, eps0, two_to_minus(s.exponent)), fmt::format("{} reports", s.n)};
      add_size_flag(c, s.n);
      c.smoke = std::string_view(eps0) == "4" && (s.exponent == 4 || s.exponent == 8);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group delta_thresholds() {
  Group g{delta_id, "eps-range", digits, false, {"WorstCaseBracket"}, {}};
  g.cases.push_back({delta_at("100", "2", "0"), "eps = 0", {"EpsNearZero"}});
  for (long k : {1074, 53, 20}) {
    g.cases.push_back({delta_at("100", "2", two_to_minus(k)), fmt::format("eps = 2^-{}", k), {"EpsNearZero"}});
  }
  for (long k : {4, 20, 50}) {
    g.cases.push_back({delta_at("10", "2", difference("2", two_to_minus(k))),
                       fmt::format("eps = eps0 - 2^-{}", k),
                       {"EpsNearEps0"},
                       k == 20});
  }
  g.cases.push_back({delta_at("10", "2", "2"), "eps = eps0: delta is 0", {"EpsNearEps0", "TrivialAnswer"}});
  for (long quarters : {1, 2, 4, 6, 8, 10, 12}) {
    g.cases.push_back({delta_at("10000", "4", (Rational(quarters) / 4).to_string()),
                       "one curve down to its end",
                       {"TinyDelta"},
                       quarters == 2});
  }
  for (const char* eps0 : {"1/1048576", "1/1024", "1/32", "8", "16", "50"}) {
    g.cases.push_back({delta_at("1000", eps0, quotient(eps0, "4")),
                       "eps = eps0 / 4",
                       {*eps0 == '1' && std::string_view(eps0) != "16" ? "TinyEps0" : "LargeEps0"}});
  }
  return g;
}

Group delta_range() {
  Group g{epsilon_id, "delta-range", digits, false, {"WorstCaseBracket", "DeltaRange"}, {}};
  for (const auto& [n, eps0] : {std::pair("10000", "4"), std::pair("1000000", "1")}) {
    for (long k : {1, 5, 10, 20, 40, 53, 100, 200, 332, 664, 800, 997}) {
      Case c{epsilon_at(n, eps0, two_to_minus(k)), fmt::format("delta = 2^-{}", k)};
      if (k > 53) c.flags.push_back("TinyDelta");
      c.smoke = std::string_view(n) == "10000" && (k == 20 || k == 200);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group epsilon_edges() {
  Group g{epsilon_id, "edges", digits, false, {"WorstCaseBracket"}, {}};
  for (const char* n : {"1", "1000"}) {
    g.cases.push_back({epsilon_at(n, "1", "0"), "delta = 0: eps is eps0", {"TrivialAnswer"}});
    g.cases.push_back({epsilon_at(n, "1", "1"), "delta = 1: eps is 0", {"TrivialAnswer"}});
  }
  for (const char* n : {"1", "2", "10", "100", "100000", "10000000", "1000000000"}) {
    Case c{epsilon_at(n, "4", two_to_minus(20)), fmt::format("{} reports, delta = 2^-20", n)};
    add_size_flag(c, n);
    g.cases.push_back(std::move(c));
  }
  for (const char* eps0 : {"1/1048576", "1/1024", "1/32", "8", "16", "50"}) {
    g.cases.push_back({epsilon_at("1000", eps0, two_to_minus(30)),
                       "delta = 2^-30",
                       {*eps0 == '1' && std::string_view(eps0) != "16" ? "TinyEps0" : "LargeEps0"}});
  }
  return g;
}

Group published() {
  Group g{epsilon_id, "published", digits, false, {"WorstCaseBracket", "PublishedParameters", "SymbolicInput"}, {}};
  const std::string apple = "apple/ml-shuffling-amplification 993d285, step=100, 10 iterations: upper bound ";
  g.cases.push_back({epsilon_at("10000", "4", "1e-6"), apple + "0.890625", {}, true});
  g.cases.push_back({epsilon_at("100000", "4", "1e-8"), apple + "0.21844499345"});
  g.cases.push_back({epsilon_at("1000000", "1", "1e-8"), apple + "0.0063161011326", {}, true});
  g.cases.push_back({epsilon_at("1000000", "6", "1e-10"), apple + "0.22603321333"});
  g.cases.push_back({epsilon_at("1000000", "8", "1e-8"), "[FMT21] figures: n = 10^6", {"LargeEps0"}});
  g.cases.push_back({epsilon_at("1000", "1", "1e-6"), "[FMT21] figures: n = 1000"});
  g.cases.push_back({epsilon_at("400", "ln(3)", "1e-16"), "three answers to one, few reports", {}, true});
  return g;
}

}  // namespace
}  // namespace shuffle_cases

Suite shuffle_suite() {
  using namespace shuffle_cases;
  return {"shuffle",
          {"The worst case over every eps0-local randomizer, shuffled: lo is reached by shuffled randomized response, "
           "hi is "
           "proved by the clones pair of [FMT21] Theorem 3.2.",
           "The distance between lo and hi is what theory leaves open; each of them is rounded outward from 20 proved "
           "digits."},
          {delta_sizes(), delta_thresholds(), delta_range(), epsilon_edges(), published()}};
}

}  // namespace hallmark::cli
