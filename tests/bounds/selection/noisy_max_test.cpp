#include "bounds/selection/noisy_max.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// Pr[the first of two wins] at a difference t, by a sum over the first noise.
double wins(const std::string& noise, double t) {
  const auto density = [&](double z) {
    if (noise == "exponential") return z < 0 ? 0 : std::exp(-z);
    if (noise == "laplace") return std::exp(-std::abs(z)) / 2;
    return std::exp(-z - std::exp(-z));
  };
  const auto below = [&](double z) {
    if (noise == "exponential") return z < 0 ? 0 : 1 - std::exp(-z);
    if (noise == "laplace") return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2;
    return std::exp(-std::exp(-z));
  };
  double sum = 0;
  constexpr double step = 1e-3;
  for (double z = -30 + step / 2; z < 40; z += step) sum += step * density(z) * below(z + t);
  return sum;
}

}  // namespace

TEST_CASE("noisy max: two candidates against sums over the noise") {
  const Budget budget;
  const std::pair<const char*, noisy_max::Noise> all[] = {{"gumbel", noisy_max::Noise::gumbel},
                                                          {"exponential", noisy_max::Noise::exponential},
                                                          {"laplace", noisy_max::Noise::laplace}};
  for (const auto& [name, noise] : all) {
    for (const char* t : {"-1/2", "0", "1/3", "1", "9/4"}) {
      const basic::Law law = noisy_max::two_candidates({noise, Number("1"), std::nullopt, std::nullopt}, Rational(t));
      const Ball delta = (*law.curve(Direction::remove, 1, 96, budget))(basic::threshold(Number("1/10"), 300)).value;
      const double at = Ball(Rational(t), 64).to_double_up();
      const double p = wins(name, at);
      const double q = wins(name, at - 1);
      CAPTURE(name, t);
      CHECK(std::abs(delta.to_double_up() - std::max(0.0, p - std::exp(0.1) * q)) < 1e-4);
    }
  }
}

TEST_CASE("noisy max: one round of the exponential mechanism and of permute-and-flip is exact") {
  const auto both = [](std::string_view id, const ParameterTexts& texts, const char* lo, const char* hi) {
    const Answer a = answer(id, texts, "", 15);
    CAPTURE(std::string(id), lo);
    CHECK(a.reached);
    CHECK(a.lo >= Rational(lo));
    CHECK(a.hi <= Rational(hi));
    CHECK(a.lo <= a.hi);
  };
  both("exponential.delta", {{"eps0", "1"}, {"eps", "1/2"}}, "0.07740468631569", "0.07740468631570");
  both("exponential.delta", {{"eps0", "2"}, {"eps", "1"}}, "0.1790498892168", "0.1790498892169");
  both("permute-and-flip.delta", {{"eps0", "1"}, {"eps", "1/2"}}, "0.22119921692859", "0.22119921692860");
  both("noisy-max.delta", {{"noise", "exponential"}, {"eps0", "1"}, {"eps", "1/2"}}, "0.22119921692859",
       "0.22119921692860");
  // Two candidates with Gaussian noise: the Gaussian mechanism of mu = sqrt(2)/sigma.
  const Answer gaussian = answer("gdp.delta", {{"mu", "sqrt(2)"}, {"eps", "1/2"}}, "", 15);
  const Answer two =
      answer("noisy-max.delta", {{"noise", "gaussian"}, {"sigma", "1"}, {"candidates", "2"}, {"eps", "1/2"}}, "", 15);
  CHECK(two.lo <= gaussian.hi);
  CHECK(gaussian.lo <= two.hi);
  CHECK(two.hi - two.lo < Rational("1e-14"));
  const ParameterTexts three{{"noise", "gaussian"}, {"sigma", "1"}, {"candidates", "3"}, {"eps", "1/2"}};
  CHECK(answer("noisy-max.delta", three).hi >= answer("gdp.delta", {{"mu", "sqrt(8/3)"}, {"eps", "1/2"}}).lo);
  CHECK(answer("noisy-max.delta", three).hi < answer("gdp.delta", {{"mu", "sqrt(3)"}, {"eps", "1/2"}}).lo);
}

TEST_CASE("noisy max: permute-and-flip over rounds, which is not of bounded range") {
  const ParameterTexts ten{{"eps0", "1"}, {"rounds", "10"}, {"delta", "1e-6"}};
  const Answer a = answer("permute-and-flip.epsilon", ten, "", 10);
  CHECK(a.lo >= Rational("9.99897547"));  // the tied pair
  CHECK(a.hi <= Rational("9.99897809"));
  CHECK(answer("exponential.epsilon", ten).hi < Rational("7.718"));
  const Answer zero = answer("permute-and-flip.epsilon", {{"eps0", "1/2"}, {"rounds", "3"}, {"delta", "0"}});
  CHECK(zero.lo == Rational("3/2"));
  CHECK(zero.hi == Rational("3/2"));
  CHECK(answer("permute-and-flip.delta", {{"eps0", "1"}, {"eps", "1"}}).hi == 0);
  const Answer laplace = answer("noisy-max.delta", {{"noise", "laplace"}, {"eps0", "1"}, {"eps", "1/2"}}, "", 8);
  CHECK(laplace.lo >= Rational("0.05723781"));
  CHECK(laplace.hi <= Rational("0.2211993"));
}

TEST_CASE("noisy max: each noise takes its own parameters") {
  CHECK_THROWS_WITH(answer("noisy-max.delta", {{"noise", "gaussian"}, {"eps0", "1"}, {"eps", "1"}}),
                    Catch::Contains("sigma candidates"));
  CHECK_THROWS_WITH(answer("noisy-max.delta", {{"noise", "laplace"}, {"sigma", "1"}, {"eps", "1"}}),
                    Catch::Contains("noise=laplace, which takes eps0"));
  CHECK_THROWS_WITH(noisy_max::two_candidates({noisy_max::Noise::laplace, Number(0), std::nullopt, std::nullopt}, 0),
                    Catch::Contains("positive"));
  CHECK_THROWS_WITH(noisy_max::two_candidates({noisy_max::Noise::gaussian, std::nullopt, Number(1), 1}, 0),
                    Catch::Contains("at least 2"));
}
