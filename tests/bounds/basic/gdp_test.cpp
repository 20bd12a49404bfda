#include "bounds/basic/gdp.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

TEST_CASE("gdp: the Gaussian mechanism at sigma = 1/mu") {
  for (const auto& [mu, sigma] : {std::pair{"2", "1/2"}, {"1/3", "3"}}) {
    for (const char* rounds : {"1", "16"}) {
      const Answer a = answer("gdp.delta", {{"mu", mu}, {"rounds", rounds}, {"eps", "1"}});
      const Answer b = answer("gaussian.delta", {{"sigma", sigma}, {"rounds", rounds}, {"eps", "1"}});
      CHECK(a.lo <= b.hi);
      CHECK(b.lo <= a.hi);
      const Answer c = answer("gdp.epsilon", {{"mu", mu}, {"rounds", rounds}, {"delta", "1e-6"}});
      const Answer d = answer("gaussian.epsilon", {{"sigma", sigma}, {"rounds", rounds}, {"delta", "1e-6"}});
      CHECK(c.lo <= d.hi);
      CHECK(d.lo <= c.hi);
    }
  }
  check_meet("gdp.delta", {{"mu", "1"}, {"rounds", "3"}, {"eps", "1"}}, "balls", "lattice");
}

TEST_CASE("gdp: mu is one over sigma; refusals") {
  const Answer mu = answer("gdp.mu", {{"eps", "1"}, {"delta", "1e-6"}});
  const Answer sigma = answer("gaussian.sigma", {{"eps", "1"}, {"delta", "1e-6"}});
  CHECK(mu.lo * sigma.lo <= 1);
  CHECK(mu.hi * sigma.hi >= 1);
  CHECK(mu.reached);
  CHECK_THROWS_WITH(basic::gdp(0), Catch::Contains("positive"));
}
