#include "bounds/risk/convex_minimum.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "bounds/risk/best_test.hpp"
#include "exact/ball.hpp"
#include "support/random.hpp"

using namespace hallmark;
using risk::Point;
using test::Atoms;
using test::best_test;

namespace {

// D(t) + t a of two laws of few atoms.
Rational risk_at(const Atoms& p, const Atoms& q, const Rational& a, const Rational& t) {
  Rational sum = t * a;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::max(p[i] - t * q[i], Rational(0));
  return sum;
}

risk::Search search_of(const Atoms& p, const Atoms& q, const Rational& a, double start, long digits) {
  return {.value =
              [&p, &q, &a](const Rational& log, long) {
                const Ball t = exp(Ball(log, 512));
                Ball sum = t * Ball(a, 512);
                for (std::size_t i = 0; i < p.size(); ++i) {
                  sum = sum + max(Ball(p[i], 512) - t * Ball(q[i], 512), Ball(0, 512));
                }
                return Point{log, sum.lower(), sum.upper()};
              },
          .start = start,
          .shift = 2,
          .digits = digits};
}

Atoms law(test::Random& random, std::size_t atoms, bool zeros) {
  Atoms masses;
  Rational sum = 0;
  for (std::size_t i = 0; i < atoms; ++i) {
    masses.push_back(random.between(zeros ? 0 : 1, 9));
    sum += masses.back();
  }
  if (sum.sign() == 0) sum = masses.front() = 1;
  for (Rational& mass : masses) mass /= sum;
  return masses;
}

}  // namespace

TEST_CASE("risk: the least value of a convex function of few atoms is the best test, by brute force") {
  test::Random random(451);
  constexpr long digits = 12;
  for (int i = 0; i < test::repetitions(60); ++i) {
    const auto atoms = static_cast<std::size_t>(random.between(2, 6));
    const Atoms p = law(random, atoms, true), q = law(random, atoms, false);
    const Rational a = Rational(random.between(1, 39)) / 40;
    const risk::Minimum m = minimum_of(search_of(p, q, a, 0, digits), {});
    const Rational truth = best_test(p, q, a);
    INFO("atoms " << atoms << " a " << a.to_string() << " truth " << truth.to_string());
    CHECK(m.hi >= truth);
    REQUIRE(m.lo.has_value());
    CHECK(*m.lo <= truth);
    CHECK(m.reached);
    CHECK(m.hi - *m.lo <= pow(Rational(10), -digits));
    const auto again = risk::least_of_convex(m.points, 256);
    REQUIRE(again.has_value());
    CHECK(*again <= truth);
  }
}

TEST_CASE("risk: the least value stands where t < 1, too: the control that only looks at eps >= 0 is above 1") {
  const Atoms p{Rational("1/2"), Rational("1/2")}, q{Rational("1/4"), Rational("3/4")};
  const Rational a("4/5");
  CHECK(best_test(p, q, a) == Rational("13/15"));
  const risk::Minimum m = minimum_of(search_of(p, q, a, 1, 9), {});
  CHECK(m.log.sign() < 0);
  CHECK((*m.lo <= Rational("13/15") && Rational("13/15") <= m.hi));
  CHECK(risk_at(p, q, a, 1) == Rational("21/20"));
  // Two directions: the larger number is not the least value of the larger curve, which is higher.
  const Rational fpr("7/20");
  CHECK(best_test(p, q, fpr) == Rational("17/30"));
  CHECK(best_test(q, p, fpr) == Rational("21/40"));
  Rational hull = 1;
  for (int i = 1; i <= 400; ++i) {
    const Rational t = Rational(i) / 100;
    hull = std::min(hull, std::max(risk_at(p, q, fpr, t), risk_at(q, p, fpr, t)));
  }
  CHECK(hull == Rational("3/5"));
}

TEST_CASE("risk: bounds on a convex function use the chords that prove them") {
  // f(t) = |t - 1| + 1 at t = e^-1, 1, e with values known to 1/100.
  const auto value = [](long log) {
    const Ball t = exp(Ball(log, 64));
    const Ball f = log < 0 ? 2 - t : t;
    return Point{Rational(log), (f - Ball(Rational("1/100"), 64)).lower(), (f + Ball(Rational("1/100"), 64)).upper()};
  };
  const std::vector<Point> points{value(-2), value(-1), value(0), value(1), value(2)};
  const auto lower = risk::least_of_convex(points, 64);
  REQUIRE(lower);
  CHECK(*lower <= 1);
  CHECK(*lower > Rational("9/10"));
  // Values that still fall at the last point bound nothing.
  CHECK_FALSE(risk::least_of_convex(std::span(points).first(2), 64));
  CHECK_FALSE(risk::least_of_convex(std::span(points).first(1), 64));
  // The point t = 0 is the end of the line: nothing is to be bounded beyond it.
  const std::vector<Point> rising{{std::nullopt, 1, 1}, {Rational(0), 2, 2}, {Rational(1), 4, 4}};
  CHECK(risk::least_of_convex(rising, 64) > Rational("4/5"));
  // Two chords that both fall on the right of the least point: the smaller of what they prove.
  const std::vector<Point> three{{Rational(-1), 2, 2}, {Rational(0), 1, 1}, {Rational(1), 2, 2}};
  const auto by_three = risk::least_of_convex(three, 64);
  REQUIRE(by_three);
  const Ball ratio = expm1(Ball(1, 64)) / (1 - exp(Ball(-1, 64)));
  CHECK(less(Ball(*by_three, 64), 1 - ratio + Ball(Rational("1/1000"), 64)) == Truth::yes);
  CHECK(less(1 - ratio - Ball(Rational("1/1000"), 64), Ball(*by_three, 64)) == Truth::yes);
}
