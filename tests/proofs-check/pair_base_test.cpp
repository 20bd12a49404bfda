// One step of Poisson batches and of the coupling as laws of their ratios, against integrals in binary64.

#include <catch2/catch.hpp>
#include <cmath>

#include "laws/pair_base.hpp"

namespace hallmark::check::test {
namespace {

constexpr mpfr_prec_t precision = 256;

/// The hinge at e^eps, in double: below and above.
std::pair<double, double> ends(const RatioMasses& masses, const Rational& eps) {
  const unsigned long unit = 40;
  Ratios grid;
  for (int i = -200; i <= 200; ++i) {
    grid.emplace_back(static_cast<long>(std::ldexp(std::exp(i / 25.0), unit)));
  }
  std::pair<double, double> found;
  for (const Side side : {Side::lower, Side::upper}) {
    const ConvexSpec spec{Slope::rising, side, unit, 128};
    const ConvexLaw law = masses_base(masses, precision, grid, spec);
    const Interval value = hinge(law, {Number::Kind::rational, eps}, spec);
    (side == Side::lower ? found.first : found.second) =
        mpfr_get_d(side == Side::lower ? value.lo() : value.hi(), MPFR_RNDN);
  }
  return found;
}

double normal(double x, double mean, double sigma) {
  return std::exp(-(x - mean) * (x - mean) / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * M_PI));
}

template <class P, class Q>
double integral(const P& p, const Q& q, double eps) {
  double sum = 0;
  constexpr double h = 1.0 / 256;
  for (double x = -16; x < 16; x += h) sum += h * std::max(0.0, p(x) - std::exp(eps) * q(x));
  return sum;
}

void check(const RatioMasses& masses, const Rational& eps, double value) {
  const auto [lo, hi] = ends(masses, eps);
  INFO(lo << " " << value << " " << hi);
  CHECK(lo <= value + 1e-5);
  CHECK(value <= hi + 1e-5);
  CHECK(hi - lo < 2e-3);
}

}  // namespace

TEST_CASE("laws of pairs: Poisson batches under both adjacencies") {
  const Interval q(Rational(1, 4), precision);
  const Interval s(Rational(5, 4), precision);
  const auto mixed = [](double mean) {
    return [=](double x) { return 0.75 * normal(x, 0, 1.25) + 0.25 * normal(x, mean, 1.25); };
  };
  for (const Rational& eps : {Rational(0), Rational(1, 10), Rational(1, 2)}) {
    const double at = mpfr_get_d(Interval(eps, precision).lo(), MPFR_RNDN);
    const auto none = [](double x) { return normal(x, 0, 1.25); };
    check(poisson_masses(q, s, false), eps, integral(mixed(1), none, at));
    check(poisson_masses(q, s, true), eps, integral(mixed(1), mixed(-1), at));
  }
}

TEST_CASE("laws of pairs: the coupling of fixed batches, its atom in the cell of 1") {
  const Interval q(Rational(1, 4), precision);
  const Interval s(Rational(2), precision);
  for (const Rational& eps : {Rational(0), Rational(1, 10), Rational(1, 2)}) {
    // q H_a(N(1) || N(0)), a = 1 + (w-1)/q.
    const double w = std::exp(mpfr_get_d(Interval(eps, precision).lo(), MPFR_RNDN));
    const double a = 1 + (w - 1) * 4;
    const auto first = [](double x) { return normal(x, 1, 1); };
    const auto second = [](double x) { return normal(x, 0, 1); };
    check(coupled_masses(q, s), eps, integral(first, second, std::log(a)) / 4);
  }
  // All masses below a ratio and their mirror images add up to everything but the atom.
  const Below low = coupled_masses(q, s)(Rational(1, 1000000));
  const Below high = coupled_masses(q, s)(Rational(1000000));
  CHECK(mpfr_get_d(low.p.hi(), MPFR_RNDN) < 1e-12);
  CHECK(mpfr_get_d(high.q.lo(), MPFR_RNDN) > 1 - 1e-12);
  const Below just = coupled_masses(q, s)(Rational(999999999, 1000000000));
  const Below at = coupled_masses(q, s)(Rational(1));
  const double atom = 0.75 * std::erf(0.5 / std::sqrt(2.0));
  CHECK(mpfr_get_d((at.p - just.p).hi(), MPFR_RNDN) == Approx(atom).margin(1e-6));
  CHECK(mpfr_get_d((at.q - just.q).hi(), MPFR_RNDN) == Approx(atom).margin(1e-6));
}

TEST_CASE("laws of pairs: Laplace noise with both its atoms") {
  // 1 - e^((eps - r)/2): the hinge of Laplace noise of largest log ratio r.
  for (const Rational& r : {Rational(1, 3), Rational(1), Rational(5, 2)}) {
    const RatioMasses masses = laplace_masses(Interval(r, precision));
    const double reach = mpfr_get_d(Interval(r, precision).lo(), MPFR_RNDN);
    check(masses, 0, 1 - std::exp(-reach / 2));
    check(masses, Rational(r / 2), 1 - std::exp(-reach / 4));
    // All of both laws lies between the atoms.
    CHECK(masses(Rational(1, 100)).q.contains(Rational(0)));
    CHECK(masses(Rational(100)).p.contains(Rational(1)));
  }
  // A point that may be an atom, e^ln(2) = 2, is refused.
  CHECK_THROWS_AS(laplace_masses(enclose({Number::Kind::ln, 2}, precision))(Rational(2)), TooMuchWork);
}

}  // namespace hallmark::check::test
