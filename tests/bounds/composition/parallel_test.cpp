// Mechanisms on disjoint parts of the data.
#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("parallel: the worst part") {
  const auto delta = [](const char* id, const char* parameter, const char* phases, const char* direction) {
    return answer(id, {{parameter, phases}, {"eps", "1/2"}, {"direction", direction}}, "", 6);
  };
  for (const char* direction : {"remove", "add", "both"}) {
    const Answer worst = delta("composition.delta", "phases", "2*laplace(eps0=1)", direction);
    for (const char* parts :
         {"2*laplace(eps0=1)|gaussian(sigma=3)", "gaussian(sigma=3) | 2*laplace(eps0=1)",
          "2*laplace(eps0=1)|2*laplace(eps0=1)", "laplace(eps0=1)+laplace(eps0=1)|laplace(eps0=1)"}) {
      CAPTURE(parts, direction);
      const Answer a = delta("parallel.delta", "disjoint", parts, direction);
      CHECK(a.lo == worst.lo);
      CHECK(a.hi == worst.hi);
      CHECK(a.reached);
    }
  }
  // Equal parts are no rounds; a part may be a composition.
  CHECK(delta("parallel.delta", "disjoint", "laplace(eps0=1)|laplace(eps0=1)", "both").hi ==
        delta("composition.delta", "phases", "laplace(eps0=1)", "both").hi);
  CHECK(delta("parallel.delta", "disjoint", "gaussian(sigma=3)+laplace(eps0=1/4)|laplace(eps0=1/4)", "both").hi ==
        delta("composition.delta", "phases", "gaussian(sigma=3)+laplace(eps0=1/4)", "both").hi);
  const Answer epsilon =
      answer("parallel.epsilon",
             {{"disjoint", "gaussian(sigma=2)|laplace(eps0=1)"}, {"delta", "1e-5"}, {"direction", "both"}}, "", 6);
  const Answer gaussian = answer("gaussian.epsilon", {{"sigma", "2"}, {"delta", "1e-5"}}, "", 6);
  CHECK(epsilon.lo <= gaussian.hi);
  CHECK(gaussian.lo <= epsilon.hi);
  // The worst part at one eps is not that at another.
  const auto at = [](const char* eps) {
    return answer("parallel.delta", {{"disjoint", "gaussian(sigma=2)|laplace(eps0=1)"}, {"eps", eps}}, "", 6);
  };
  CHECK(at("1/10").lo > answer("gaussian.delta", {{"sigma", "2"}, {"eps", "1/10"}}, "", 6).hi);
  CHECK(at("2").lo > 0);
  CHECK(at("2").hi >= answer("gaussian.delta", {{"sigma", "2"}, {"eps", "2"}}, "", 6).lo);
}

TEST_CASE("parallel: what is wrong is named") {
  const auto refused = [](const char* parts, const std::string& words) {
    CAPTURE(parts, words);
    const std::string text = refusal("parallel.delta", {{"disjoint", parts}, {"eps", "1"}});
    INFO(text);
    CHECK(text.find(words) != std::string::npos);
  };
  refused("rr(eps0=1)|rr(eps0=2)", "may leave one part and enter another");
  refused("rr(eps0=1)|gaussian(sigma=2)", "one adjacency");
  refused("gaussian(sigma=2)|", "rounds*mechanism");
  refused("", "rounds*mechanism");
  refused("|", "rounds*mechanism");
  refused("gaussian(sigma=0)|gaussian(sigma=1)", "sigma");
  CHECK(refusal("parallel.delta", {{"eps", "1"}}).find("disjoint: must be given") != std::string::npos);
}
