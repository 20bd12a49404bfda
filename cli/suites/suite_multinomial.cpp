// The suite `multinomial`: the four-category pair of [FMT21] Theorem 4.1 and the closed forms that follow from it.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace multinomial_cases {
namespace {

constexpr long digits = 15;
using Texts = std::initializer_list<const char*>;

ParameterTexts delta_at(std::string_view n, std::string_view p, std::string_view q, std::string_view eps) {
  return {{"n", std::string(n)}, {"p", std::string(p)}, {"q", std::string(q)}, {"eps", std::string(eps)}};
}

Group small_exact() {
  Group g{"multinomial.delta", "small-exact", 2 * digits, true, {"ExactRational", "SmallN"}, {}};
  for (const char* n : Texts{"1", "2", "5", "12"}) {
    for (const char* p : Texts{"1/3", "1/8"}) {
      for (const char* q : Texts{"1", "1/2", "1/16"}) {
        g.cases.push_back({delta_at(n, p, q, "0"), "total variation distance"});
        g.cases.push_back({delta_at(n, p, q, "ln(9/8)"), "e^eps = 9/8"});
      }
    }
  }
  return g;
}

Group sizes() {
  Group g{"multinomial.delta", "n-range", digits, false, {}, {}};
  for (const char* n : Texts{"100", "1000", "10000"}) {
    for (const char* p : Texts{"1/4", "1/32"}) {
      for (const char* q : Texts{"1/2", "1/16"}) {
        g.cases.push_back({delta_at(n, p, q, "1/16"), fmt::format("{} reports", n)});
      }
    }
  }
  return g;
}

Group thresholds() {
  Group g{"multinomial.delta", "eps-range", digits, false, {}, {}};
  for (const char* eps : Texts{"1/1048576", "1/32", "1/8", "1/4", "1/2", "1", "2"}) {
    Case c{delta_at("1000", "1/8", "1/2", eps), "one curve"};
    if (Rational(eps) >= Rational(1)) c.flags.push_back("TinyDelta");
    g.cases.push_back(std::move(c));
  }
  return g;
}

Group closed_form() {
  Group g{"multinomial.epsilon.closed-form", "inside", 40, false, {}, {}};
  for (const char* p : Texts{"1/4", "1/16"}) {
    for (const char* q : Texts{"1", "1/8"}) {
      for (const long e : {10, 40}) {
        g.cases.push_back(
            {{{"n", "100000"}, {"p", p}, {"q", q}, {"delta", two_to_minus(e)}}, fmt::format("delta = 2^-{}", e)});
      }
    }
  }
  return g;
}

Group corollary() {
  Group g{"krr.epsilon.closed-form", "inside", 40, false, {}, {}};
  for (const char* k : Texts{"2", "10", "1000"}) {
    for (const char* eps0 : Texts{"1/4", "1", "4"}) {
      for (const long e : {10, 27}) {
        g.cases.push_back({{{"n", "10000000"}, {"k", k}, {"eps0", eps0}, {"delta", two_to_minus(e)}},
                           fmt::format("{} categories, delta = 2^-{}", k, e)});
      }
    }
  }
  return g;
}

}  // namespace
}  // namespace multinomial_cases

Suite multinomial_suite() {
  using namespace multinomial_cases;
  return {"multinomial",
          {"The four-category pair of [FMT21] Theorem 4.1, its closed form, and Corollary 4.2 for k-ary randomized "
           "response."},
          {small_exact(), sizes(), thresholds(), closed_form(), corollary()}};
}

}  // namespace hallmark::cli
