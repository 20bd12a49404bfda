// The suites `literature`, `fmt23` and `variation-ratio`: what other papers say of shuffling, with its status.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace literature_cases {
namespace {

constexpr long digits = 15;
constexpr long closed_digits = 40;
using Texts = std::initializer_list<const char*>;

ParameterTexts at(std::string_view n, std::string_view eps0, std::string_view delta) {
  return {{"n", std::string(n)}, {"eps0", std::string(eps0)}, {"delta", std::string(delta)}};
}

Group local_bound(std::string_view id, long asked, Texts sizes, Texts locals, std::vector<std::string_view> flags) {
  Group g{id, "inside", asked, false, std::move(flags), {}};
  for (const char* n : sizes) {
    for (const char* eps0 : locals) {
      for (const long e : {10, 27}) {
        g.cases.push_back({at(n, eps0, two_to_minus(e)), fmt::format("{} reports, delta = 2^-{}", n, e)});
      }
    }
  }
  return g;
}

Group blanket_of_krr() {
  Group g{"krr.epsilon.bbgn19", "inside", closed_digits, false, {}, {}};
  for (const char* k : Texts{"2", "16"}) {
    for (const char* gamma : Texts{"1/8", "3/4"}) {
      for (const long e : {10, 27}) {
        g.cases.push_back({{{"n", "1000000"}, {"k", k}, {"gamma", gamma}, {"delta", two_to_minus(e)}},
                           fmt::format("delta = 2^-{}", e)});
      }
    }
  }
  return g;
}

Group renyi() {
  Group g{"shuffle.renyi.gddsk21", "orders", closed_digits, false, {"Literature"}, {}};
  for (const char* eps0 : Texts{"1/2", "2"}) {
    for (const char* alpha : Texts{"2", "3", "8", "64"}) {
      g.cases.push_back({{{"n", "100000"}, {"eps0", eps0}, {"alpha", alpha}}, fmt::format("order {}", alpha)});
    }
  }
  return g;
}

Group renyi_rounds() {
  Group g{"shuffle.epsilon.gddsk21", "rounds", closed_digits, false, {"Literature"}, {}};
  for (const char* eps0 : Texts{"1/2", "2"}) {
    for (const char* rounds : Texts{"1", "16", "1024"}) {
      g.cases.push_back(
          {{{"n", "100000"}, {"eps0", eps0}, {"delta", two_to_minus(20)}, {"orders", "2..60"}, {"rounds", rounds}},
           fmt::format("{} round{}", rounds, *rounds == '1' && rounds[1] == 0 ? "" : "s")});
    }
  }
  return g;
}

Group approximate() {
  Group g{"clones.epsilon.approximate", "delta0-range", digits, false, {}, {}};
  for (const long e : {50, 80, 200}) {
    for (const char* eps0 : Texts{"1", "4"}) {
      g.cases.push_back({{{"n", "100000"}, {"eps0", eps0}, {"delta0", two_to_minus(e)}, {"delta", two_to_minus(20)}},
                         fmt::format("delta0 = 2^-{}", e)});
    }
  }
  return g;
}

Group approximate_closed(std::string_view id) {
  Group g{id, "delta0-range", digits, false, {}, {}};
  for (const long e : {50, 80}) {
    g.cases.push_back({{{"n", "1000000"}, {"eps0", "4"}, {"delta0", two_to_minus(e)}, {"delta", two_to_minus(20)}},
                       fmt::format("delta0 = 2^-{}", e)});
  }
  return g;
}

Group fmt23_delta() {
  Group g{"fmt23.delta", "n-range", digits, false, {"Disputed"}, {}};
  for (const char* n : Texts{"10", "1000", "1000000"}) {
    for (const char* eps0 : Texts{"1/4", "2", "6"}) {
      g.cases.push_back({{{"n", n}, {"eps0", eps0}, {"eps", "1/16"}}, fmt::format("{} reports", n)});
    }
  }
  return g;
}

Group fmt23_exact() {
  Group g{"fmt23.delta", "small-exact", 2 * digits, true, {"Disputed", "ExactRational", "SmallN"}, {}};
  for (const char* n : Texts{"1", "2", "5"}) {
    for (const char* e : Texts{"ln(2)", "ln(5)"}) {
      g.cases.push_back({{{"n", n}, {"eps0", e}, {"eps", "ln(3/2)"}}, "e^eps = 3/2"});
    }
  }
  return g;
}

Group variation_ratio() {
  Group g{"variation-ratio.delta", "krr", 2 * digits, true, {"Disputed", "ExactRational", "SmallN"}, {}};
  for (const char* n : Texts{"2", "3", "5"}) {
    for (const char* beta : Texts{"1/4", "1/5"}) {
      g.cases.push_back({{{"n", n}, {"p", "2"}, {"beta", beta}, {"q", "2"}, {"eps", "ln(8/5)"}},
                         "as k-ary randomized response with k = 3, 4: not an upper bound"});
    }
  }
  return g;
}

Group variation_ratio_sizes() {
  Group g{"variation-ratio.delta", "n-range", digits, false, {"Disputed"}, {}};
  for (const char* n : Texts{"100", "10000", "1000000"}) {
    g.cases.push_back({{{"n", n}, {"p", "4"}, {"beta", "1/2"}, {"q", "4"}, {"eps", "1/16"}}, "some beta"});
  }
  return g;
}

}  // namespace
}  // namespace literature_cases

Suite literature_suite() {
  using namespace literature_cases;
  return {"literature",
          {"Bounds of other papers on shuffling inside their domains, and [FMT21] Theorem 3.8. Status proved, or "
           "literature where proof and constants were not verified."},
          {local_bound("shuffle.epsilon.bbgn19-bennett", digits, {"1000", "1000000"}, {"1/4", "1", "2"}, {}),
           local_bound("shuffle.epsilon.bbgn19-hoeffding", digits, {"1000", "1000000"}, {"1/4", "1", "2"}, {}),
           local_bound("shuffle.epsilon.efmrtt19", closed_digits, {"1000", "1000000"}, {"1/8", "1/4", "3/8"},
                       {"Literature"}),
           blanket_of_krr(), renyi(), renyi_rounds(), approximate(), approximate_closed("clones.epsilon.closed-form"),
           approximate_closed("clones.epsilon.closed-form-sharp")}};
}

Suite fmt23_suite() {
  using namespace literature_cases;
  return {"fmt23",
          {"The pair of [FMT23], C ~ Bin(n-1, 2/(E+1)). Disputed as a bound: an erratum of its authors restricts it."},
          {fmt23_exact(), fmt23_delta(),
           local_bound("fmt23.epsilon", digits, {"1000", "1000000"}, {"1/4", "1", "4"}, {"Disputed"}),
           local_bound("fmt23.epsilon.closed-form", closed_digits, {"100000", "1000000"}, {"1/4", "1", "4"},
                       {"Disputed"})}};
}

Suite variation_ratio_suite() {
  using namespace literature_cases;
  return {"variation-ratio",
          {"The variation-ratio pair. Disputed: for k-ary randomized response with k >= 3 it is not an upper bound."},
          {variation_ratio(), variation_ratio_sizes()}};
}

}  // namespace hallmark::cli
