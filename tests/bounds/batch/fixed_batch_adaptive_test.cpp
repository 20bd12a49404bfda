#include "bounds/batch/fixed_batch_adaptive.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/batch/poisson_closed_forms.hpp"

using namespace hallmark;
using namespace hallmark::fixed_batch;

namespace {

double about(const Rational& x) { return Ball(x, 64).to_double_down(); }
double cdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

// H_w of one remove or add step at half the noise, in binary64.
double one_step(double sigma, double q, double w, bool add) {
  const double mu = 2 / sigma;
  const auto gauss = [&](double a) {  // of N(mu) against N(0)
    return a <= 0 ? 1 - a : cdf(mu / 2 - std::log(a) / mu) - a * cdf(-mu / 2 - std::log(a) / mu);
  };
  const auto remove = [&](double level) {
    const double a = 1 + (level - 1) / q;
    return a > 0 ? q * gauss(a) : 1 - level;
  };
  return add ? 1 - w + w * remove(1 / w) : remove(w);
}

// V_2(w): the second step's choice depends on the first output.
double two_steps(double sigma, double q, double w) {
  const double half = sigma / 2;
  double best = 0;
  for (const bool add : {false, true}) {
    double sum = 0;
    const double h = 1e-3;
    for (double y = -12; y < 12 + 1 / half; y += h) {
      const double phi = std::exp(-y * y / 2) / std::sqrt(2 * M_PI);
      const double ratio = 1 - q + q * std::exp(y / half - 1 / (2 * half * half));
      const double p = add ? phi : phi * ratio;
      const double x = add ? 1 / ratio : ratio;
      sum += h * p * std::max(one_step(sigma, q, w / x, false), one_step(sigma, q, w / x, true));
    }
    best = std::max(best, sum);
  }
  return best;
}

}  // namespace

TEST_CASE("adaptive batches: one step gains nothing, and loses little") {
  const Mechanism m{1, Number("1/10"), 1};
  for (const char* eps : {"1/10", "1/2", "1"}) {
    const double w = std::exp(about(Rational(eps)));
    const double value = about(delta_of_tests(adaptive_tests(m, 0.5), Number(eps)));
    const double truth = std::max(one_step(1, 0.1, w, false), one_step(1, 0.1, w, true));
    INFO(eps << " " << value << " " << truth);
    CHECK(value <= truth * (1 + 1e-9));
    CHECK(value > truth * 0.999);
  }
}

TEST_CASE("adaptive batches: two steps are their recursion, more than any fixed sequence") {
  const Mechanism m{1, Number("1/10"), 2};
  const auto tests = adaptive_tests(m, 0.2);
  const double value = about(delta_of_tests(tests, Number("1/5")));
  const double truth = two_steps(1, 0.1, std::exp(0.2));
  INFO(value << " " << truth);
  CHECK(truth == Approx(0.0900465).epsilon(1e-5));
  CHECK(value <= truth + 1e-7);
  CHECK(value > truth * 0.999);
  CHECK(value > 0.0876670);  // remove and remove
  CHECK(value < 0.0924262);  // the coupling
  for (const StrategyTest& t : tests) {
    CHECK(t.power >= 0);
    CHECK(t.power <= 1);
    CHECK(t.size >= 0);
  }
}

TEST_CASE("adaptive batches: epsilon and delta of tests are each other's inverse") {
  const Mechanism m{2, Number("1/10"), 6};
  const auto tests = adaptive_tests(m, 1);
  const Number target("1/1000");
  const Rational eps = epsilon_of_tests(tests, target);
  CHECK(eps.sign() > 0);
  CHECK(delta_of_tests(tests, Number(eps)) > Rational("1/1000"));
  CHECK(delta_of_tests(tests, Number(eps + Rational("1/1000000"))) < Rational("1/1000"));
  // Nothing where no test proves so much.
  CHECK(epsilon_of_tests(tests, 1).sign() == 0);
  CHECK(epsilon_of_tests({{1, 1}, {0, 0}}, target).sign() == 0);
}

TEST_CASE("adaptive batches: many steps, inside the bracket and above its lower end") {
  const Mechanism m{4, Number("1/20"), 500};
  const Budget budget;
  const Enclosed fixed = fixed_batch::epsilon(m, Number("1e-6"), 6, budget);
  const Enclosed chosen = fixed_batch::epsilon(m, Number("1e-6"), 6, budget, Queries::adaptive);
  CHECK(chosen.lo > fixed.lo);
  CHECK(chosen.lo < chosen.hi);
  CHECK(chosen.hi == fixed.hi);
}
