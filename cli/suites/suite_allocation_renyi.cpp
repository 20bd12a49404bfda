// The suite `allocation-renyi`: Renyi divergences of random allocation with Gaussian noise.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace allocation_renyi_cases {
namespace {

constexpr long digits = 40;
constexpr long quadrature_digits = 15;
constexpr std::string_view id = "allocation.renyi";

using Texts = std::initializer_list<const char*>;

ParameterTexts at(const char* sigma, const char* steps, const char* selected, const char* alpha,
                  const char* direction) {
  return {{"sigma", sigma}, {"steps", steps}, {"selected", selected}, {"alpha", alpha}, {"direction", direction}};
}

Group integer_orders() {
  Group g{id, "remove-integer", digits, false, {"RenyiPartitions"}, {}};
  for (const char* sigma : Texts{"1/2", "1", "2", "8"}) {
    for (const char* steps : Texts{"2", "10", "1000", "1048576"}) {
      for (const char* alpha : Texts{"2", "3", "10", "64", "256"}) {
        g.cases.push_back({at(sigma, steps, "1", alpha, "remove"), "a grid of noise, steps and order"});
      }
    }
  }
  return g;
}

Group large_orders() {
  Group g{id, "remove-large", digits, false, {"RenyiPartitions", "LargeOrder"}, {}};
  for (const char* alpha : Texts{"100", "110", "1000", "2000"}) {
    for (const char* steps : Texts{"3", "1000000"}) {
      g.cases.push_back({at("2", steps, "1", alpha, "remove"), "beyond what sums over partitions reach"});
      g.cases.push_back({at("3/10", steps, "1", alpha, "remove"), "the same with little noise", {"SymbolicInput"}});
    }
  }
  return g;
}

Group one_step() {
  Group g{id, "one-step", digits, true, {"ExactRational"}, {}};
  for (const char* direction : Texts{"remove", "add", "both"}) {
    g.cases.push_back({at("1", "1", "1", "7/2", direction), "no allocation: alpha / (2 sigma^2)"});
    g.cases.push_back({at("1/2", "5", "5", "3", direction), "every step selected: 5 alpha / (2 sigma^2)"});
  }
  return g;
}

Group add() {
  Group g{id, "add", quadrature_digits, false, {"DirectionsDiffer"}, {}};
  for (const char* sigma : Texts{"1", "2", "8"}) {
    for (const char* steps : Texts{"2", "16", "1000", "1048576"}) {
      for (const char* alpha : Texts{"5/4", "2", "4"}) {
        g.cases.push_back({at(sigma, steps, "1", alpha, "add"), "a grid of noise, steps and order"});
        if (g.cases.back().parameters == at("1", "1000", "1", "2", "add")) {
          g.cases.back().comment =
              "random_allocation 1.0.4 5a1958a, RDP_DCO, add direction: \"upper bound\" 0.00149850, below the value";
          g.cases.back().flags.push_back("KnownBug");
        }
      }
    }
  }
  for (const char* alpha : Texts{"64", "1000", "5000"}) {
    g.cases.push_back({at("1", "1000", "1", alpha, "add"), "a large order", {"LargeOrder"}});
  }
  return g;
}

Group both() {
  Group g{id, "both", quadrature_digits, false, {}, {}};
  for (const char* sigma : Texts{"1", "4"}) {
    for (const char* alpha : Texts{"2", "8"})
      g.cases.push_back({at(sigma, "100", "1", alpha, "both"), "the larger one"});
  }
  return g;
}

Group real_orders() {
  Group g{id, "remove-real", quadrature_digits, false, {"RealOrder"}, {}};
  for (const char* steps : Texts{"2", "1000"}) {
    for (const char* alpha : Texts{"5/4", "3/2", "5/2"}) {
      g.cases.push_back({at("2", steps, "1", alpha, "remove"), "an order between integers"});
    }
  }
  return g;
}

Group brackets() {
  Group g{id, "brackets", quadrature_digits, false, {"RenyiBracket"}, {}};
  for (const char* alpha : Texts{"81/2", "401/2"}) {
    g.cases.push_back({at("1", "1000", "1", alpha, "remove"), "between integer orders", {"RealOrder"}});
  }
  g.cases.push_back({at("1", "1000", "1", "16777216", "remove"), "an order of millions", {"LargeOrder"}});
  g.cases.push_back({at("1", "1024", "16", "64", "remove"), "several steps, a large order", {"SeveralSelected"}});
  for (const char* selected : Texts{"2", "16", "100"}) {
    g.cases.push_back({at("1", "1024", selected, "4", "add"), "several steps, add", {"SeveralSelected"}});
  }
  return g;
}

Group several_selected() {
  Group g{id, "selected", digits, false, {"SeveralSelected"}, {}};
  for (const char* sigma : Texts{"1", "2"}) {
    for (const char* steps : Texts{"64", "1000", "1048576"}) {
      for (const char* selected : Texts{"2", "5", "16"}) {
        for (const char* alpha : Texts{"2", "3", "4"}) {
          g.cases.push_back({at(sigma, steps, selected, alpha, "remove"), "overlap patterns of alpha subsets"});
        }
      }
    }
  }
  g.cases.push_back({at("1", "1000", "2", "32", "remove"), "two steps, a large order", {"LargeOrder"}});
  g.cases.push_back({at("1", "7", "5", "3", "remove"), "most steps selected"});
  return g;
}

}  // namespace
}  // namespace allocation_renyi_cases

Suite allocation_renyi_suite() {
  using namespace allocation_renyi_cases;
  return {"allocation-renyi",
          {"Random allocation: `selected` of `steps` steps, drawn uniformly, hold the user's data; Gaussian noise of "
           "standard deviation sigma. Renyi divergence of order alpha, remove D(A || Q), add D(Q || A).",
           "Integer orders of the remove direction and real orders of the add direction are values; groups flagged "
           "RenyiBracket have a proved lower and a proved upper end, which do not meet."},
          {integer_orders(), large_orders(), one_step(), add(), both(), real_orders(), brackets(), several_selected()}};
}

}  // namespace hallmark::cli
