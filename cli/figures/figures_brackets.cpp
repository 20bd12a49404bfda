// Figures of no paper: what brackets say of correlated noise and of particular randomizers.
#include "cli/figures/figures.hpp"

namespace hallmark::cli {
namespace {

Figure matrix_along_bins() {
  const auto of = [](const char* label, const char* column) {
    return Series{label,
                  "matrix-gaussian.epsilon",
                  {{"column", column},
                   {"iterations", "96"},
                   {"bins", "{x}"},
                   {"sigma", "4"},
                   {"normalised", "yes"},
                   {"delta", "1e-5"},
                   {"direction", "both"}},
                  {"1", "4", "12", "24", "48", "96"},
                  2};
  };
  return {"MATRIX-1",
          "matrix mechanisms on balls in bins: 96 iterations, sigma = 4, delta = 1e-5",
          "our choice of parameters; columns of squared norm 1",
          "bins",
          "epsilon",
          true,
          true,
          {of("(1-x)^(-1/2)", "96 coefficients of (1-x)^(-1/2)"), of("1, 1/2, 1/4, 1/8", "1,1/2,1/4,1/8"),
           of("no correlation", "1")}};
}

Figure shuffled_laplace_along_n() {
  const std::vector<std::string> users{"100", "300", "1000", "3000", "10000", "30000", "100000"};
  const ParameterTexts p{{"n", "{x}"}, {"eps0", "1"}, {"delta", "1e-5"}};
  return {"BLANKET-1",
          "shuffled reports, eps0 = 1, delta = 1e-5: Laplace noise against any randomizer",
          "our choice of parameters",
          "n",
          "epsilon",
          true,
          true,
          {{"Laplace noise on [0, 1]", "shuffle-laplace.epsilon", p, users, 2},
           {"every randomizer", "shuffle.epsilon", p, users, 3}}};
}

}  // namespace

std::vector<Figure> bracket_figures() { return {matrix_along_bins(), shuffled_laplace_along_n()}; }

}  // namespace hallmark::cli
