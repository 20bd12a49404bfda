// The suites `matrix-gaussian` and `blanket`: correlated noise, and shuffled reports of particular randomizers.
#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace matrix_gaussian_cases {
namespace {

constexpr long digits = 3;
constexpr long spare = 1;

using Texts = std::initializer_list<const char*>;

Group profiles() {
  Group g{"matrix-gaussian.delta", "grid", digits, false, {"ComparisonBracket"}, {}};
  g.spare = spare;
  for (const char* column : Texts{"1", "1,1/10,1/20", "1,1/2,1/4,1/8", "40 coefficients of (1-x)^(-1/2)"}) {
    for (const char* bins : Texts{"2", "5", "8"}) {
      for (const char* direction : Texts{"remove", "add"}) {
        for (const char* eps : Texts{"1/4", "1"}) {
          g.cases.push_back({{{"column", column},
                              {"normalised", "yes"},
                              {"iterations", "40"},
                              {"bins", bins},
                              {"sigma", "3"},
                              {"eps", eps},
                              {"direction", direction}},
                             "columns from the identity to the square root of prefix sums"});
        }
      }
    }
  }
  return g;
}

Group published_columns() {
  Group g{"matrix-gaussian.delta", "design", digits, false, {"ComparisonBracket"}, {}};
  g.spare = spare;
  for (const char* column : Texts{"1,1/10,1/20", "100 coefficients of (1-x)^(-1/2)", "1,1/2,1/4,1/8"}) {
    for (const char* eps : Texts{"1/2", "1"}) {
      g.cases.push_back({{{"column", column},
                          {"normalised", "yes"},
                          {"iterations", "100"},
                          {"bins", "10"},
                          {"sigma", "4"},
                          {"eps", eps},
                          {"direction", "remove"}},
                         "100 iterations, 10 bins, one normalisation of the whole column"});
    }
  }
  return g;
}

Group matrices() {
  Group g{"matrix-gaussian.delta", "rows", digits, false, {"ComparisonBracket"}, {}};
  g.spare = spare;
  for (const char* matrix : Texts{"1;1,1;1,1,1;1,1,1,1", "1;1/2,1;1/2,1;1/2,1", "2;0,1;1,0,3;0,0,0,1"}) {
    for (const char* direction : Texts{"remove", "add"}) {
      g.cases.push_back({{{"matrix", matrix},
                          {"iterations", "4"},
                          {"bins", "2"},
                          {"sigma", "2"},
                          {"eps", "1/2"},
                          {"direction", direction}},
                         "a lower triangular matrix, row by row"});
    }
  }
  return g;
}

// Both ends are those of compositions of Poisson batches.
Group cyclic() {
  Group g{"matrix-gaussian.delta", "cyclic", digits, false, {}, {}};
  g.spare = spare;
  for (const char* column : Texts{"1", "1,1/2", "1,1/2,1/4,1/8", "4 coefficients of (1-x)^(-1/2)", "1,0,1"}) {
    for (const char* rate : Texts{"1/10", "1/4"}) {
      for (const char* direction : Texts{"remove", "add"}) {
        g.cases.push_back({{{"column", column},
                            {"sampling", "cyclic-poisson"},
                            {"rate", rate},
                            {"iterations", "40"},
                            {"bins", "4"},
                            {"sigma", "2"},
                            {"eps", "1/2"},
                            {"direction", direction}},
                           "groups sampled in turn: Poisson batches of the columns"});
      }
    }
  }
  return g;
}

// Every randomizer at a few sizes and thresholds.
Group randomizer(std::string_view id, const std::vector<ParameterTexts>& all) {
  Group g{id, "grid", digits, false, {"BlanketBracket"}, {}};
  g.spare = spare;
  for (const ParameterTexts& parameters : all) {
    for (const char* n : Texts{"1", "10", "60"}) {
      for (const char* eps : Texts{"1/20", "1/4", "1/2"}) {
        ParameterTexts p = parameters;
        p["n"] = n;
        p["eps"] = eps;
        g.cases.push_back({std::move(p), "lo by a dataset, hi by the blanket"});
      }
    }
  }
  return g;
}

Group inverses() {
  Group g{"shuffle-laplace.epsilon", "inverse", digits, false, {"BlanketBracket"}, {}};
  g.spare = spare;
  for (const char* inputs : Texts{"all", "0,1"}) {
    for (const char* delta : Texts{"1/100", "1e-5"}) {
      g.cases.push_back(
          {{{"eps0", "1"}, {"n", "100"}, {"delta", delta}, {"inputs", inputs}}, "the inputs 0 and 1 are the worst"});
    }
  }
  return g;
}

}  // namespace
}  // namespace matrix_gaussian_cases

Suite matrix_gaussian_suite() {
  using namespace matrix_gaussian_cases;
  return {"matrix-gaussian",
          {"Matrix mechanisms with balls in bins: both ends are proved by comparison, the gap between them is open."},
          {profiles(), published_columns(), matrices(), cyclic()}};
}

Suite blanket_suite() {
  using namespace matrix_gaussian_cases;
  return {
      "blanket",
      {"Shuffled reports of particular randomizers: lo is a dataset's divergence, hi the blanket bound."},
      {randomizer("shuffle-laplace.delta", {{{"eps0", "1"}}, {{"eps0", "2"}}, {{"eps0", "ln(3)"}}}),
       randomizer("shuffle-gaussian.delta", {{{"sigma", "1"}}, {{"sigma", "2"}}}),
       randomizer("shuffle-krr.delta",
                  {{{"k", "2"}, {"gamma", "1/4"}}, {{"k", "3"}, {"gamma", "1/2"}}, {{"k", "10"}, {"gamma", "1/2"}}}),
       randomizer("shuffle-hadamard.delta", {{{"k", "3"}, {"eps0", "1"}}, {{"k", "10"}, {"eps0", "ln(3)"}}}),
       randomizer("shuffle-subset.delta",
                  {{{"k", "5"}, {"subset", "2"}, {"eps0", "1"}}, {{"k", "20"}, {"subset", "4"}, {"eps0", "2"}}}),
       randomizer("shuffle-table.delta", {{{"table", "1/2,1/3,1/6;1/6,1/2,1/3;1/3,1/6,1/2"}},
                                          {{"table", "1/2,1/4,1/4;1/5,1/5,3/5"}},
                                          {{"table", "2/3,1/3;1/3,2/3"}}}),
       inverses()}};
}

}  // namespace hallmark::cli
