// The suite `closed-forms`: upper bounds in closed form, inside their validity and at its edge.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace closed_forms_cases {
namespace {

constexpr long digits = 40;
constexpr std::string_view theorem_id = "clones.epsilon.closed-form";
constexpr std::string_view sharp_id = "clones.epsilon.closed-form-sharp";
constexpr std::string_view lemma_id = "clones.epsilon.lemma-a1";

ParameterTexts at(std::string_view n, std::string_view eps0, std::string_view delta) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {"delta", std::string(delta)}};
}

// The smallest integer n >= 16 scale ln(2 / delta).
std::string smallest_n(const Rational& scale, const Rational& delta) {
  constexpr long bits = 256;
  const Ball edge = Ball(16 * scale, bits) * log(Ball(2 / delta, bits));
  const Rational n = ceil(edge.lower());
  require(n == ceil(edge.upper()), "the edge of a validity condition is no integer");
  return n.to_string();
}

Group edges(std::string_view id) {
  Group g{id, "validity-edge", digits, false, {"ValidityEdge"}, {}};
  for (const char* base : {"2", "4", "10", "1000"}) {
    const Rational e(base);
    for (long k : {10, 40, 100}) {
      const Rational delta = pow(Rational(2), -k);
      const Rational q = (e - 1) / (e + 1);
      const std::string n = smallest_n(e, id == sharp_id ? delta / q : delta);
      g.cases.push_back({at(n, ln_text(e), delta.to_string()),
                         fmt::format("smallest n, delta = 2^-{}", k),
                         {},
                         k == 40 && (e == Rational(4) || e == Rational(1000))});
    }
  }
  return g;
}

Group inside(std::string_view id) {
  Group g{id, "inside", digits, false, {}, {}};
  for (const char* eps0 : {"1/1048576", "1/2", "1", "2", "4", "6"}) {
    for (long k : {10, 30, 100}) {
      Case c{at("1000000", eps0, two_to_minus(k)), fmt::format("delta = 2^-{}", k), {}, k == 30 && *eps0 == '4'};
      if (k == 100) c.flags.push_back("TinyDelta");
      if (Rational(eps0) < Rational("1/8")) c.flags.push_back("TinyEps0");
      g.cases.push_back(std::move(c));
    }
  }
  for (const char* n : {"1000000000", "1000000000000000"}) {
    for (const char* eps0 : {"1", "8"}) {
      for (long k : {20, 997}) {
        g.cases.push_back({at(n, eps0, two_to_minus(k)), fmt::format("delta = 2^-{}", k), {"LargeN"}});
        if (k == 997) g.cases.back().flags.push_back("TinyDelta");
        if (*eps0 == '8') g.cases.back().flags.push_back("LargeEps0");
      }
    }
  }
  g.cases.push_back({at("1000000", "1", "1e-8"),
                     "apple/ml-shuffling-amplification 993d285: 0.0271751578143, a looser form",
                     {"PublishedParameters", "SymbolicInput"}});
  g.cases.push_back({at("1000000", "1", "1"), "delta = 1: valid, if pointless", {"TrivialAnswer"}});
  return g;
}

Group lemma() {
  Group g{lemma_id, "inside", digits, false, {}, {}};
  for (const char* p : {"1", "1/2", "1/1024"}) {
    for (long k : {10, 40, 997}) {
      g.cases.push_back({{{"n", "1000000000"}, {"p", p}, {"delta", two_to_minus(k)}},
                         fmt::format("delta = 2^-{}", k),
                         {"LargeN"},
                         k == 40});
    }
  }
  return g;
}

Group lemma_edges() {
  Group g{lemma_id, "validity-edge", digits, false, {"ValidityEdge"}, {}};
  for (const char* p : {"1", "1/2", "1/1024"}) {
    for (long k : {10, 40, 100}) {
      const Rational delta = pow(Rational(2), -k);
      g.cases.push_back({{{"n", smallest_n(1 / Rational(p), delta)}, {"p", p}, {"delta", delta.to_string()}},
                         fmt::format("smallest n, delta = 2^-{}", k),
                         {},
                         k == 10 && *p != '1'});
    }
  }
  return g;
}

}  // namespace
}  // namespace closed_forms_cases

Suite closed_forms_suite() {
  using namespace closed_forms_cases;
  return {"closed-forms",
          {"Epsilons in closed form: each value is that of a formula which a theorem proves to be an upper bound.",
           "A tighter sound bound is not wrong; a program that implements the same formula must return this number.",
           "Values have 40 proved digits."},
          {inside(theorem_id), edges(theorem_id), inside(sharp_id), edges(sharp_id), lemma(), lemma_edges()}};
}

}  // namespace hallmark::cli
