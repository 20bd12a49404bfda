#include "basic/composition_line.hpp"

#include <catch2/catch.hpp>

#include "basic/phases.hpp"
#include "batch/gaussian.hpp"
#include "phase_of.hpp"

using namespace hallmark::check;

namespace {

constexpr mpfr_prec_t bits = 200;

Interval number(const Rational& x) { return {x, bits}; }

/// sum p H(N(mu, 1) || N(0, 1)) at eps - L.
Interval mixture(const Outcomes& outcomes, const Interval& mu, const Interval& eps) {
  Interval sum = outcomes.infinite;
  for (const LogOutcome& x : outcomes.list) {
    sum = sum + x.p * gaussian_profile(mu, eps - x.log_ratio, exp(eps - x.log_ratio));
  }
  return sum;
}

bool meet(const Interval& a, const Interval& b) {
  return mpfr_lessequal_p(a.lo(), b.hi()) != 0 && mpfr_lessequal_p(b.lo(), a.hi()) != 0;
}

}  // namespace

TEST_CASE("a normal phase and one of few outcomes: the mixture of Gaussian profiles, on fine and on coarse lines") {
  const Number a{Number::Kind::rational, Rational(1, 2)};
  const Number eps{Number::Kind::rational, Rational(1)};
  const Outcomes noise = discrete_laplace(a, 2, bits);
  const Interval truth = mixture(noise, number(Rational(1)), number(Rational(1)));
  const std::vector<Phase> phases{phase_of("discrete-laplace", {{"a", "1/2"}, {"rate", "1"}, {"sensitivity", "2"}}, 1),
                                  phase_of("gaussian", {{"sigma", "2"}}, 4)};
  int narrow = 0;
  for (const Rational& step : {Rational(1, 8), Rational(1, 2), Rational(4, 5), Rational(1), Rational(5, 4)}) {
    for (const Rational& line : {Rational(1, 2), Rational(1), Rational(2)}) {
      for (const bool remove : {true, false}) {
        const Inversion w{{line, step, 120}, Rational(line + 3), Rational(3), {}};
        const Interval found = composition_delta(phases, remove, eps, w, {64, 20, 0});
        CHECK(meet(found, truth));
        if (proved(less(found.upper() - found.lower(), Rational(1, 1'000'000)))) ++narrow;
      }
    }
  }
  CHECK(narrow > 5);
}

TEST_CASE("what (eps, delta) leaves to no epsilon is part of the answer") {
  const Number ln3{Number::Kind::ln, Rational(3)};
  const Number tenth{Number::Kind::rational, Rational(1, 10)};
  const Interval truth = mixture(eps_delta(ln3, tenth, bits), number(Rational(1, 2)), number(Rational(1)));
  const std::vector<Phase> phases{phase_of("eps-delta", {{"delta", "1/10"}, {"eps", "ln(3)"}}, 1),
                                  phase_of("gdp", {{"mu", "1/2"}}, 1)};
  const Inversion w{{Rational(2), Rational(1, 8), 400}, Rational(8), Rational(8), {}};
  const Interval found = composition_delta(phases, true, {Number::Kind::rational, Rational(1)}, w, {64, 20, 0});
  CHECK(meet(found, truth));
  CHECK(proved(less(found.upper() - found.lower(), Rational(1, 1'000'000))));
}

TEST_CASE("outcomes that a list leaves out are bounded by what its masses lack") {
  const Outcomes some{{{number(Rational(1, 2)), number(Rational(1))}, {number(Rational(1, 8)), number(Rational(0))}},
                      number(Rational(1, 8))};
  CHECK(some.missing().contains(Rational(1, 4)));
  const Outcomes gauss = discrete_gaussian({Number::Kind::rational, Rational(2)}, 1, bits);
  CHECK(proved(less(gauss.missing(), Rational(1, 1'000'000'000))));
  // Half of the rounds: the Q-mass that is left out is not the P-mass.
  const Outcomes half = sampled(gauss, {Number::Kind::rational, Rational(1, 2)}, false);
  CHECK(proved(less(half.missing(), Rational(1, 1'000'000'000))));
}

TEST_CASE("a composition's work is counted before it is done") {
  const std::vector<Phase> phases{
      phase_of("discrete-gaussian", {{"rate", "1"}, {"sensitivity", "1"}, {"sigma2", "100000000000000000000"}}, 1)};
  const Inversion w{{Rational(1), Rational(1, 8), 10}, Rational(2), Rational(2), {}};
  const Meter little(1000);
  CHECK_THROWS_AS(composition_delta(phases, true, Number{}, w, {64, 20, 0}), TooMuchWork);
}
