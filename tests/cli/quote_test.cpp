#include "cli/quote.hpp"

#include <catch2/catch.hpp>

#include "bounds/guide.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

std::string quoted(const char* id, const char* lo, const char* hi, long digits) {
  Answer answer;
  answer.lo = Rational(lo);
  answer.hi = Rational(hi);
  answer.reached = true;
  return quote_text(entry(id), entry(id).kind, answer, digits);
}

}  // namespace

TEST_CASE("a quoted number is rounded to the safe side") {
  CHECK(quoted("gaussian.epsilon", "3.98995", "3.98996", 3) == "epsilon <= 3.99  (rounded up; lower end 3.98)\n");
  CHECK(quoted("gaussian.epsilon", "3.98995", "3.990001", 3) == "epsilon <= 4  (rounded up; lower end 3.98)\n");
  CHECK(quoted("gaussian.delta", "1/4", "1/4", 3) == "delta = 0.25  (exactly)\n");
  CHECK(quoted("gaussian.sigma", "1.2341", "1.2342", 3) == "sigma = 1.24 is enough  (rounded up; lower end 1.23)\n");
  CHECK(quoted("clones.eps0", "1.2341", "1.2342", 3) == "eps0 >= 1.23  (rounded down; upper end 1.24)\n");
  CHECK(quoted("clones.epsilon.closed-form", "0.51", "0.5101", 2) ==
        "epsilon <= 0.52  (rounded up; the bound itself is at least 0.51)\n");
}

TEST_CASE("in LaTeX a parameter is the number or the words that it is") {
  const auto at = [](const char* id, const ParameterTexts& parameters) {
    Answer answer;
    answer.reached = true;
    const Entry& e = entry(id);
    const std::string text = quote_tex(e, e.arguments(parameters), answer, 3);
    return text.substr(text.find("\n$") + 1);
  };
  const std::string delta = at("matrix-gaussian.delta", {{"column", "4 coefficients of (1-x)^(-1/2)"},
                                                         {"bins", "2"},
                                                         {"iterations", "4"},
                                                         {"sigma", "1e-30"},
                                                         {"eps", "-sqrt(2)"},
                                                         {"direction", "remove"}});
  CHECK(delta.find("\\texttt{4 coefficients of (1-x)\\textasciicircum{}(-1/2)}$") != std::string::npos);
  CHECK(delta.find("$\\sigma = 10^{-30}$") != std::string::npos);
  CHECK(delta.find("$\\varepsilon = -\\sqrt{2}$") != std::string::npos);
  const ParameterTexts others{
      {"n", "10"}, {"eps0", "ln(3)"}, {"eps", "1/10"}, {"others", "best"}, {"direction", "both"}};
  CHECK(at("rr2.delta", others).find("\\mathit{others} = \\texttt{best}$") != std::string::npos);
  CHECK(at("rr2.delta", others).find("$\\varepsilon_0 = \\ln(3)$") != std::string::npos);
}

TEST_CASE("what an id names") {
  CHECK(symbol_of("clones.epsilon.closed-form") == "epsilon");
  CHECK(symbol_of("poisson-gaussian.delta") == "delta");
}
