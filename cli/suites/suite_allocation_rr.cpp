// The suite `allocation-rr`: random allocation of pure eps0-DP steps.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace allocation_rr_cases {
namespace {

constexpr long digits = 30;
using Texts = std::initializer_list<const char*>;

ParameterTexts delta_at(std::string eps0, const char* steps, const char* selected, std::string eps,
                        const char* direction) {
  return {{"eps0", std::move(eps0)},
          {"steps", steps},
          {"selected", selected},
          {"eps", std::move(eps)},
          {"direction", direction}};
}

Group exact() {
  Group g{"allocation-rr.delta", "exact", digits, true, {"ExactRational", "SymbolicInput"}, {}};
  for (const char* base : Texts{"3/2", "2", "3", "9"}) {
    for (const char* steps : Texts{"1", "2", "5", "24"}) {
      for (const char* selected : Texts{"1", "2"}) {
        if (Rational(selected) > Rational(steps)) continue;
        for (const char* w : Texts{"1", "9/8", "7/5"}) {
          for (const char* direction : Texts{"remove", "add"}) {
            g.cases.push_back({delta_at(ln_text(Rational(base)), steps, selected, ln_text(Rational(w)), direction),
                               "randomized response, the worst case"});
          }
        }
      }
    }
  }
  return g;
}

Group directions_differ() {
  Group g{"allocation-rr.delta",
          "add-above-remove",
          digits,
          true,
          {"ExactRational", "SymbolicInput", "DirectionsDiffer"},
          {}};
  for (const char* w : Texts{"2", "5/2", "29/10", "299/100"}) {
    for (const char* direction : Texts{"remove", "add", "both"}) {
      g.cases.push_back({delta_at("ln(3)", "2", "1", ln_text(Rational(w)), direction),
                         "near eps0 the add direction is the worse one, by up to e^(eps0 (steps - 1))"});
    }
  }
  for (const char* direction : Texts{"remove", "add", "both"}) {
    g.cases.push_back({delta_at("ln(5)", "2", "1", "ln(21/10)", direction), "29/72 for add, less for remove"});
    g.cases.push_back({delta_at("ln(3)", "2", "1", "ln(3)", direction), "eps = eps0: delta is 0", {"TrivialAnswer"}});
  }
  return g;
}

Group float_inputs() {
  Group g{"allocation-rr.delta", "grid", digits, false, {}, {}};
  for (const char* eps0 : Texts{"1/1024", "1/4", "1", "4", "8"}) {
    for (const char* steps : Texts{"16", "1000", "100000"}) {
      for (const char* selected : Texts{"1", "8"}) {
        for (const char* fraction : Texts{"1/64", "1/4"}) {
          for (const char* direction : Texts{"remove", "add"}) {
            const std::string eps = (Rational(eps0) * Rational(fraction)).to_string();
            Case c{delta_at(eps0, steps, selected, eps, direction), "a grid of budget, steps and threshold"};
            c.flags = eps0_flags(eps0);
            if (std::string_view(selected) != "1") c.flags.push_back("SeveralSelected");
            g.cases.push_back(std::move(c));
          }
        }
      }
    }
  }
  for (const char* direction : Texts{"remove", "add"}) {
    g.cases.push_back({delta_at("1", "1000000000", "1", "1/8192", direction), "10^9 steps"});
    g.cases.push_back({delta_at("1", "1000", "1", "0", direction), "total variation distance", {"EpsNearZero"}});
    g.cases.push_back({delta_at("1", "1000", "1", "3/4", direction), "far in the tail", {"TinyDelta"}});
  }
  return g;
}

Group renyi() {
  Group g{"allocation-rr.renyi", "grid", digits, false, {}, {}};
  for (const char* eps0 : Texts{"1/4", "1", "4"}) {
    for (const char* steps : Texts{"2", "10", "1000"}) {
      for (const char* selected : Texts{"1", "2"}) {
        for (const char* alpha : Texts{"3/2", "2", "16"}) {
          for (const char* direction : Texts{"remove", "add"}) {
            Case c{
                {{"eps0", eps0}, {"steps", steps}, {"selected", selected}, {"alpha", alpha}, {"direction", direction}},
                "a grid of budget, steps and order"};
            if (std::string_view(selected) != "1") c.flags.push_back("SeveralSelected");
            g.cases.push_back(std::move(c));
          }
        }
      }
    }
  }
  return g;
}

Group decomposition() {
  Group g{"allocation-rr.delta.decomposition",
          "exact",
          digits,
          true,
          {"ExactRational", "SymbolicInput", "DecompositionDirection"},
          {}};
  for (const char* base : Texts{"3", "5"}) {
    for (const char* steps : Texts{"2", "4", "10"}) {
      for (const char* rate : Texts{"1/2", "1/4"}) {
        for (const char* w : Texts{"5/4", "3/2", "21/10"}) {
          for (const char* direction : Texts{"remove", "add"}) {
            ParameterTexts p = delta_at(ln_text(Rational(base)), steps, "1", ln_text(Rational(w)), direction);
            p["lambda"] = rate;
            g.cases.push_back({std::move(p), "Poisson sampling at rate lambda"});
          }
        }
      }
    }
  }
  return g;
}

Group decomposition_best() {
  Group g{"allocation-rr.delta.decomposition", "best", 15, false, {"DecompositionDirection"}, {}};
  for (const char* steps : Texts{"16", "1000"}) {
    for (const char* eps : Texts{"1/64", "1/8"}) {
      for (const char* direction : Texts{"remove", "add"}) {
        ParameterTexts p = delta_at("1", steps, "1", eps, direction);
        p["lambda"] = "best";
        g.cases.push_back({std::move(p), "a rate of 2^-40/steps: next to delta itself"});
      }
    }
  }
  return g;
}

}  // namespace
}  // namespace allocation_rr_cases

Suite allocation_rr_suite() {
  using namespace allocation_rr_cases;
  return {"allocation-rr",
          {"Random allocation of any pure eps0-DP step: randomized response is the worst in both directions, so its "
           "delta bounds every such mechanism and is attained.",
           "delta and Renyi divergence for each direction; the decomposition bound with its own transform for each."},
          {exact(), directions_differ(), float_inputs(), renyi(), decomposition(), decomposition_best()}};
}

}  // namespace hallmark::cli
