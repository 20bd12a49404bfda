// The suite `inverses`: how large eps0 or how small n or sigma may be.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace inverses_cases {
namespace {

constexpr long digits = 15;
constexpr long gaussian_digits = 40;  // as in the suite gaussian, with which some inputs are shared
using Texts = std::initializer_list<const char*>;
constexpr std::string_view eps0_id = "clones.eps0";
constexpr std::string_view n_id = "clones.n";
constexpr std::string_view sigma_id = "gaussian.sigma";

ParameterTexts eps0_at(std::string_view n, std::string_view eps, std::string_view delta) {
  return {{"n", std::string(n)}, {"eps", std::string(eps)}, {"delta", std::string(delta)}};
}
ParameterTexts n_at(std::string_view eps0, std::string_view eps, std::string_view delta) {
  return {{"eps0", std::string(eps0)}, {"eps", std::string(eps)}, {"delta", std::string(delta)}};
}

Group eps0_sizes() {
  Group g{eps0_id, "n-range", digits, false, {"Inverse"}, {}};
  for (const char* n : Texts{"1", "2", "10", "100", "1000", "10000", "1000000", "1000000000"}) {
    for (const char* eps : Texts{"1/64", "1/4", "1"}) {
      for (const long e : {10, 30}) {
        Case c{eps0_at(n, eps, two_to_minus(e)), fmt::format("{} reports, delta = 2^-{}", n, e)};
        c.smoke = e == 30 && *eps == '1' && std::string_view(n) == "1000";
        if (std::string_view(n).size() > 7) c.flags.push_back("LargeN");
        g.cases.push_back(std::move(c));
      }
    }
  }
  return g;
}

Group eps0_deltas() {
  Group g{eps0_id, "delta-range", digits, false, {"Inverse", "DeltaRange"}, {}};
  for (const long e : {1, 2, 5, 20, 40, 53, 80, 200, 997}) {
    for (const char* eps : Texts{"0", "1/2"}) {
      Case c{eps0_at("10000", eps, two_to_minus(e)), fmt::format("delta = 2^-{}", e)};
      if (e >= 80) c.flags.push_back("TinyDelta");
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group eps0_edges() {
  Group g{eps0_id, "edges", digits, false, {"Inverse"}, {}};
  for (const char* eps : Texts{"1/1024", "1", "8"}) {
    g.cases.push_back({eps0_at("1000", eps, "0"), "delta = 0: eps0 is eps", {"TrivialAnswer"}});
    g.cases.push_back({eps0_at("1000", eps, difference("1", two_to_minus(20))), "delta next to 1", {"LargeEps0"}});
  }
  for (const char* w : Texts{"3/2", "2", "10"}) {
    g.cases.push_back(
        {eps0_at("1", fmt::format("ln({})", w), "1/4"), "one report: e^eps0 = (w + delta)/(1 - delta)", {"SmallN"}});
  }
  return g;
}

Group smallest_n() {
  Group g{n_id, "grid", digits, true, {"Inverse"}, {}};
  for (const char* eps0 : Texts{"1/8", "1", "2", "4", "6"}) {
    for (const char* eps : Texts{"1/64", "1/8", "1/2", "1", "3"}) {
      for (const long e : {7, 27, 60}) {
        Case c{n_at(eps0, eps, two_to_minus(e)), fmt::format("delta = 2^-{}", e)};
        c.smoke = e == 27 && *eps0 == '4' && std::string_view(eps) == "1/2";
        if (Rational(eps0) <= Rational(eps)) c.flags.push_back("TrivialAnswer");
        g.cases.push_back(std::move(c));
      }
    }
  }
  return g;
}

Group ties() {
  Group g{n_id, "ties", digits, true, {"Inverse", "Tie", "SmallN"}, {}};
  // clones.delta at n = 1, 2 for e^eps0 = 3, e^eps = 3/2 is 3/8, 5/16.
  g.cases.push_back({n_at("ln(3)", "ln(3/2)", "3/8"), "delta of one report exactly"});
  g.cases.push_back({n_at("ln(3)", "ln(3/2)", "5/16"), "delta of two reports exactly", {}, true});
  g.cases.push_back({n_at("ln(3)", "ln(3/2)", difference("5/16", two_to_minus(60))), "a hair less: a third report"});
  return g;
}

Group sigmas() {
  Group g{sigma_id, "grid", gaussian_digits, false, {"Inverse"}, {}};
  for (const char* eps : Texts{"0", "1/16", "1", "8"}) {
    for (const long e : {4, 17, 40}) {
      for (const char* rounds : Texts{"1", "100"}) {
        g.cases.push_back({{{"eps", eps}, {"delta", two_to_minus(e)}, {"rounds", rounds}},
                           fmt::format("delta = 2^-{}, {} rounds", e, rounds)});
      }
    }
  }
  return g;
}

}  // namespace
}  // namespace inverses_cases

Suite inverses_suite() {
  using namespace inverses_cases;
  return {"inverses",
          {"The largest local eps0, the smallest number of reports, the smallest noise that a target (eps, delta) "
           "allows.",
           "Of clones.eps0 the lower end is safe to use, of gaussian.sigma the upper one; clones.n is an exact "
           "integer."},
          {eps0_sizes(), eps0_deltas(), eps0_edges(), smallest_n(), ties(), sigmas()}};
}

}  // namespace hallmark::cli
