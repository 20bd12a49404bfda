// The suite `clones`: delta and epsilon of the clones pair of [FMT21] Theorem 3.2.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace clones_cases {
namespace {

constexpr long digits = 20;
constexpr std::string_view delta_id = "clones.delta";
constexpr std::string_view epsilon_id = "clones.epsilon";

ParameterTexts at(std::string_view n, std::string_view eps0, std::string_view name, std::string_view value) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {std::string(name), std::string(value)}};
}
ParameterTexts delta_at(std::string_view n, std::string_view eps0, std::string_view eps) {
  return at(n, eps0, "eps", eps);
}
ParameterTexts epsilon_at(std::string_view n, std::string_view eps0, std::string_view delta) {
  return at(n, eps0, "delta", delta);
}

Group small_exact() {
  Group g{delta_id, "small-exact", 2 * digits, true, {"ExactRational", "SmallN"}, {}};
  for (const char* base : {"3/2", "2", "3", "10"}) {
    const Rational e(base);
    for (long n : {1, 2, 3, 5, 8}) {
      const std::string reports = std::to_string(n);
      g.cases.push_back({delta_at(reports, ln_text(e), "0"), "total variation distance"});
      g.cases.push_back({delta_at(reports, ln_text(e), ln_text((e + 1) / 2)),
                         "e^eps halfway between 1 and e^eps0",
                         {},
                         n == 3 && e != Rational("3/2")});
    }
  }
  return g;
}

// tau = (wE - 1) / ((E - 1)(w + 1)) = t for this w = e^eps: where t (c + 1) is an integer, a ratio equals w.
Rational tie(const Rational& e, const Rational& t) { return (1 + t * (e - 1)) / (e - t * (e - 1)); }

Group ties_exact() {
  Group g{delta_id, "ties-exact", 2 * digits, true, {"ExactRational", "Tie"}, {}};
  for (const char* base : {"2", "3", "5"}) {
    for (const char* t : {"2/3", "3/4", "4/5"}) {
      const Rational e(base);
      g.cases.push_back({delta_at("12", ln_text(e), ln_text(tie(e, Rational(t)))),
                         fmt::format("tie at every clone count c with {} (c + 1) an integer", t),
                         {},
                         e == Rational(3)});
    }
  }
  return g;
}

Group ties_large() {
  Group g{delta_id, "ties-large", digits, false, {"Tie", "SymbolicInput"}, {}};
  const Rational e(3);
  const Rational shift = pow(Rational(2), -40);
  for (const char* n : {"1000", "100000"}) {
    for (const char* t : {"51/100", "11/20", "2/3"}) {
      const Rational w = tie(e, Rational(t));
      g.cases.push_back({delta_at(n, ln_text(e), ln_text(w)), "exact ties among thousands of clone counts"});
      g.cases.push_back({delta_at(n, ln_text(e), ln_text(w * (1 - shift))), "e^eps a relative 2^-40 below the tie"});
      g.cases.push_back({delta_at(n, ln_text(e), ln_text(w * (1 + shift))), "e^eps a relative 2^-40 above the tie"});
    }
  }
  return g;
}

Group eps_near_zero() {
  Group g{delta_id, "eps-near-zero", digits, false, {"EpsNearZero"}, {}};
  for (const auto& [n, eps0] : {std::pair("100", "1"), std::pair("1000000", "4")}) {
    g.cases.push_back({delta_at(n, eps0, "0"), "eps = 0"});
    for (long k : {1074, 300, 100, 53, 30, 20, 12}) {
      g.cases.push_back({delta_at(n, eps0, two_to_minus(k)), fmt::format("eps = 2^-{}", k)});
    }
  }
  g.cases[0].smoke = g.cases[4].smoke = true;
  return g;
}

Group eps_near_eps0() {
  Group g{delta_id, "eps-near-eps0", digits, false, {"EpsNearEps0"}, {}};
  for (const auto& [n, eps0] : {std::pair("10", "1"), std::pair("10", "4"), std::pair("1000", "4")}) {
    for (long k : {4, 10, 20, 30, 40, 50}) {
      g.cases.push_back({delta_at(n, eps0, difference(eps0, two_to_minus(k))),
                         fmt::format("eps = eps0 - 2^-{}", k),
                         {},
                         k == 40 && std::string_view(n) == "10"});
    }
    g.cases.push_back({delta_at(n, eps0, eps0), "eps = eps0: delta is 0", {"TrivialAnswer"}});
    g.cases.push_back(
        {delta_at(n, eps0, sum(eps0, two_to_minus(40))), "eps above eps0: delta is 0", {"TrivialAnswer"}});
  }
  return g;
}

struct Size {
  const char* n;
  long exponent;  // of the eps at which delta is neither 0 nor 1
};
constexpr Size sizes[] = {{"1", 2},     {"2", 2},      {"10", 2},      {"100", 3},      {"1000", 3},
                          {"10000", 4}, {"100000", 6}, {"1000000", 8}, {"10000000", 9}, {"1000000000", 13}};

std::string_view size_flag(std::string_view n) { return n.size() >= 7 ? "LargeN" : "SmallN"; }

Group delta_sizes() {
  Group g{delta_id, "n-range", digits, false, {}, {}};
  for (const char* eps0 : {"1/2", "4"}) {
    for (const Size& s : sizes) {
      Case c{delta_at(s.n, eps0, two_to_minus(s.exponent)), fmt::format("{} reports", s.n)};
      if (std::string_view(s.n).size() >= 7 || std::string_view(s.n).size() <= 2) c.flags.push_back(size_flag(s.n));
      c.smoke = std::string_view(eps0) == "4" && std::string_view(s.n).size() <= 7 && std::string_view(s.n).size() > 3;
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group delta_local_budgets() {
  Group g{delta_id, "eps0-range", digits, false, {}, {}};
  for (const std::string eps0 : local_budgets) {
    for (const char* share : {"2", "16"}) {
      g.cases.push_back({delta_at("1000", eps0, quotient(eps0, share)), fmt::format("eps = eps0 / {}", share),
                         eps0_flags(eps0), eps0 == "50"});
    }
  }
  g.cases[0].smoke = true;
  return g;
}

Group tiny_delta() {
  Group g{delta_id, "tiny-delta", digits, false, {"TinyDelta"}, {}};
  for (long quarters = 1; quarters < 16; ++quarters) {
    if (quarters == 2 || quarters == 6) continue;  // stand in groups of their own
    g.cases.push_back(
        {delta_at("10000", "4", (Rational(quarters) / 4).to_string()), "one curve down to its end", {}, quarters == 8});
  }
  for (long k : {8, 7, 6, 5, 4, 3, 2}) {
    g.cases.push_back({delta_at("1000000", "1", two_to_minus(k)), fmt::format("eps = 2^-{}", k)});
  }
  return g;
}

Group symbolic() {
  Group g{delta_id, "symbolic", digits, false, {"SymbolicInput"}, {}};
  for (const char* n : {"20", "1000", "1000000"}) {
    for (const char* eps0 : {"ln(3)", "ln(10)"}) {
      for (const char* eps : {"ln(2)", "0.1", "1e-8"}) {
        g.cases.push_back({delta_at(n, eps0, eps), "exact input"});
      }
    }
  }
  return g;
}

Group delta_known_bugs() {
  const std::string program = "apple/ml-shuffling-amplification 993d285, deltacomp";
  Group g{delta_id, "known-bugs", digits, false, {"KnownBug"}, {}};
  g.cases.push_back({delta_at("50", "2", "0.1"),
                     program + "(step=100): \"upper bound\" 0, for a loop over blocks that is empty when n <= step",
                     {"SymbolicInput"},
                     true});
  for (const char* n : {"20", "100"}) {
    g.cases.push_back({delta_at(n, "2", "1/8"),
                       program + "(step=100): \"upper bound\" 0, for a loop over blocks that is empty when n <= step"});
  }
  g.cases.push_back({delta_at("10000", "4", "1.5"),
                     program + "(step=1, upperbound=False): \"lower bound\" 2.49e-19, above the value, by cancellation",
                     {"TinyDelta"},
                     false});
  const std::string negative = program + "(step=100): \"upper bound\" ";
  g.cases.push_back({delta_at("10000", "2", "1.5"),
                     negative + "-1.1102230246251565e-15, a negative probability, by cancellation",
                     {"TinyDelta"}});
  g.cases.push_back({delta_at("1000000", "4", "1"),
                     negative + "-1.475042310516983e-12, a negative probability, by cancellation",
                     {"TinyDelta"}});
  g.cases.push_back({delta_at("1000000", "1", "0.1"),
                     negative + "-1.0531575611594235e-11, a negative probability, by cancellation",
                     {"SymbolicInput", "TinyDelta"}});
  g.cases.push_back({delta_at("10000", "4", "4"),
                     program + ": ends with ZeroDivisionError at eps = eps0",
                     {"EpsNearEps0", "TrivialAnswer"}});
  return g;
}

Group delta_published() {
  Group g{delta_id, "published", digits, false, {"PublishedParameters"}, {}};
  g.cases.push_back(
      {delta_at("10000", "4", "0.5"),
       "apple/ml-shuffling-amplification 993d285, deltacomp(step=1): upper bound 2.896e-5, sound and about "
       "twice the value, which a smaller step cannot mend"});
  return g;
}

Group delta_range() {
  Group g{epsilon_id, "delta-range", digits, false, {"DeltaRange"}, {}};
  for (const auto& [n, eps0] : {std::pair("10000", "4"), std::pair("1000000", "1"), std::pair("1000", "2")}) {
    for (long k : {1, 2, 5, 10, 20, 30, 40, 53, 66, 100, 133, 200, 332, 500, 664, 800, 997}) {
      Case c{epsilon_at(n, eps0, two_to_minus(k)), fmt::format("delta = 2^-{}", k)};
      if (k >= 66) c.flags.push_back("TinyDelta");
      c.smoke = std::string_view(n) == "10000" && (k == 10 || k == 53 || k == 200 || k == 997);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group trivial_epsilon() {
  Group g{epsilon_id, "edges", digits, false, {}, {}};
  for (const char* n : {"1", "2", "1000"}) {
    g.cases.push_back({epsilon_at(n, "1", "0"), "delta = 0: eps is eps0", {"TrivialAnswer"}});
    g.cases.push_back({epsilon_at(n, "1", "1"), "delta = 1: eps is 0", {"TrivialAnswer"}});
  }
  g.cases.push_back({epsilon_at("1", "ln(3)", "1/2"),
                     "delta is the total variation distance: eps is 0",
                     {"TrivialAnswer", "SmallN", "Tie"},
                     true});
  g.cases.push_back({epsilon_at("2", "ln(3)", "5/12"),
                     "delta is the total variation distance: eps is 0",
                     {"TrivialAnswer", "SmallN", "Tie"}});
  g.cases.push_back({epsilon_at("1", "ln(3)", "1/4"),
                     "one report: delta = (e^eps0 - e^eps)/(e^eps0 + 1), eps is ln 2",
                     {"SmallN"},
                     true});
  for (long k : {20, 40, 53}) {
    const std::string delta = difference("1/2", two_to_minus(k));
    g.cases.push_back({epsilon_at("1", "ln(3)", delta),
                       fmt::format("2^-{} below the total variation distance", k),
                       {"SmallN", "EpsNearZero"}});
    g.cases.push_back({epsilon_at("2", "ln(3)", difference("5/12", two_to_minus(k))),
                       fmt::format("2^-{} below the total variation distance", k),
                       {"SmallN", "EpsNearZero"}});
  }
  return g;
}

Group epsilon_sizes() {
  Group g{epsilon_id, "n-range", digits, false, {}, {}};
  for (const char* eps0 : {"1/2", "4"}) {
    for (const char* n : {"1", "2", "10", "100", "1000", "100000", "10000000", "1000000000"}) {
      Case c{epsilon_at(n, eps0, two_to_minus(20)), fmt::format("{} reports, delta = 2^-20", n)};
      const std::size_t length = std::string_view(n).size();
      if (length >= 7 || length <= 2) c.flags.push_back(size_flag(n));
      c.smoke = std::string_view(eps0) == "4" && (length == 3 || length == 6);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group epsilon_local_budgets() {
  Group g{epsilon_id, "eps0-range", digits, false, {}, {}};
  for (const char* n : {"1000", "1000000"}) {
    for (const std::string eps0 : local_budgets) {
      g.cases.push_back({epsilon_at(n, eps0, two_to_minus(35)), "delta = 2^-35", eps0_flags(eps0),
                         std::string_view(n) == "1000" && (eps0 == "6" || eps0 == "1/32")});
    }
  }
  return g;
}

Group published() {
  Group g{epsilon_id, "published", digits, false, {"PublishedParameters", "SymbolicInput"}, {}};
  const auto add = [&](const char* n, const char* eps0, const char* delta, std::string comment, bool smoke = false) {
    g.cases.push_back({epsilon_at(n, eps0, delta), std::move(comment), {}, smoke});
  };
  const std::string apple = "apple/ml-shuffling-amplification 993d285, step=100, 10 iterations: ";
  add("10000", "4", "1e-6", apple + "0.890625 and 0.5703125, sound; closed form eps0 = 4, outside its validity", true);
  add("100000", "4", "1e-8", apple + "0.21844499345 and 0.21263528618, sound");
  add("1000000", "6", "1e-10", apple + "0.22603321333 and 0.22146688579, sound");
  g.cases.push_back({epsilon_at("1000000", "1", "1e-8"),
                     apple + "\"lower bound\" 0.0061303334525, above the value: the right end of a bisection",
                     {"KnownBug"},
                     true});
  for (const char* eps0 : {"4", "5", "7"}) add("1000", eps0, "1e-6", "[FMT21] Figure 4: n = 1000");
  for (const char* eps0 : {"9", "11", "13"}) add("1000000", eps0, "1e-6", "[FMT21] Figure 4: n = 10^6");
  add("1000000", "8", "1e-8", "[FMT21] figures: n = 10^6");
  add("1000", "1", "1e-6", "[FMT21] figures: n = 1000");
  add("1000000000", "4", "1e-10", "a large survey");
  add("400", "ln(3)", "1e-16", "three answers to one, few reports", true);
  return g;
}

}  // namespace
}  // namespace clones_cases

Suite clones_suite() {
  using namespace clones_cases;
  return {"clones",
          {"The clones pair of [FMT21] Theorem 3.2, which dominates every eps0-local randomizer in the shuffle model.",
           "delta is its hockey-stick divergence at e^eps, epsilon the smallest eps with delta(eps) <= delta.",
           "Values have 20 proved digits, 40 where an exact fraction stands beside them."},
          {small_exact(), ties_exact(), ties_large(), eps_near_zero(), eps_near_eps0(), delta_sizes(),
           delta_local_budgets(), tiny_delta(), symbolic(), delta_known_bugs(), delta_published(), delta_range(),
           trivial_epsilon(), epsilon_sizes(), epsilon_local_budgets(), published()}};
}

}  // namespace hallmark::cli
