// Class D: against series, against the exact pair, and at the edge of validity.

#include <catch2/catch.hpp>

#include "batch/gaussian.hpp"
#include "claim.hpp"
#include "exact_text.hpp"
#include "shuffle/clones_sum.hpp"

namespace hallmark::check::test {
namespace {

Number number(const std::string& text) { return parse_number(text).value(); }

const std::string witness = "method formula\nbits 128\n";

TEST_CASE("the closed forms are upper bounds of the exact pair, and the sharp one is the sharper") {
  int compared = 0;
  for (const char* eps0 : {"1/10", "1", "2", "4", "7"}) {
    for (const char* n : {"1000", "30000", "1000000"}) {
      for (const char* delta : {"1", "1/2", "1/1000", "1/100000000", "1/100000000000000000000"}) {
        CAPTURE(eps0, n, delta);
        const Parameters parameters = {
            {"delta", number(delta)}, {"delta0", number("0")}, {"eps0", number(eps0)}, {"n", number(n)}};
        const Quantity sharp = quantity_of("clones.epsilon.closed-form-sharp", parameters);
        const Quantity plain = quantity_of("clones.epsilon.closed-form", parameters);
        // The largest value j/100 that the formula is proved to be at least: any eps above the formula's is a bound
        // too, so test below it.
        const auto at_least = [&](const Quantity& q, int j) {
          return attempt(q, Relation::greater_equal, {Number::Kind::rational, Rational(j, 100)}, witness).verified;
        };
        if (!at_least(sharp, 0)) continue;  // outside the validity range
        int j = 0;
        while (at_least(sharp, j + 1)) ++j;
        // formula < (j+1)/100
        const Number above{Number::Kind::rational, Rational(j + 1, 100)};
        CHECK(attempt(sharp, Relation::less, above, witness).verified);
        if (compare(above, number(eps0)) == Order::less) {
          const Interval exact = clones_delta(numerator(number(n).argument).to_count(), number(eps0), above, {64, 80});
          CHECK(less_equal(exact, number(delta).argument) == Truth::yes);
          ++compared;
        }
        if (at_least(plain, 0)) CHECK(at_least(plain, j));  // the plain form is never below the sharp one
      }
    }
  }
  CHECK(compared >= 10);
}

TEST_CASE("closed forms are refused outside their validity range, to the last digit") {
  // Lemma A.1 at delta = 1, n = 1000: p >= 16 ln(2)/1000 = 0.0110903548889591249...
  for (const auto& [p, valid] : {std::pair{"11090354888959125/1000000000000000000", true},
                                 std::pair{"11090354888959124/1000000000000000000", false}}) {
    const std::string text = p;
    const Rational ratio(integer_of(text.substr(0, text.find('/'))), integer_of(text.substr(text.find('/') + 1)));
    const Quantity lemma =
        quantity_of("clones.epsilon.lemma-a1",
                    {{"delta", number("1")}, {"n", number("1000")}, {"p", {Number::Kind::rational, ratio}}});
    const Judgement outcome = attempt(lemma, Relation::greater_equal, number("0"), witness);
    CAPTURE(p, outcome.rule);
    CHECK(outcome.verified == valid);
  }
}

/// Phi(x) - 1/2 = phi(x) sum x^(2k+1)/(2k+1)!!, all terms of one sign: an independent route to the normal law.
Interval half_normal(const Interval& x, mpfr_prec_t precision) {
  const Interval one(Integer(1), precision);
  Interval term = x;
  Interval sum = x;
  for (int k = 1; k < 3000; ++k) {
    term = term * x * x / Interval(Integer(2 * k + 1), precision);
    sum = sum + term;
  }
  // phi(x) = exp(-x^2/2)/sqrt(2 pi); pi by Machin's formula: 16 atan(1/5) - 4 atan(1/239).
  const auto arctan_inverse = [&](int q) {
    Interval total(precision);
    Interval power = one / Interval(Integer(q), precision);
    for (int k = 0; k < 400; ++k) {
      const Interval part = power / Interval(Integer(2 * k + 1), precision);
      total = k % 2 == 0 ? total + part : total - part;
      power = power / Interval(Integer(q * q), precision);
    }
    return total;
  };
  const Interval pi =
      Interval(Integer(16), precision) * arctan_inverse(5) - Interval(Integer(4), precision) * arctan_inverse(239);
  const Interval two(Integer(2), precision);
  return exp(-(x * x) / two) / sqrt(two * pi) * sum;
}

TEST_CASE("the Gaussian delta equals the series of the normal law") {
  const mpfr_prec_t precision = 1200;
  struct Case {
    const char* sigma;
    const char* eps;
    std::uint64_t rounds;
  };
  for (const Case& c : {Case{"1", "1", 1}, Case{"3/10", "8", 1}, Case{"2", "1/2", 3}, Case{"10", "0", 1},
                        Case{"1", "ln(3)", 7}, Case{"5", "1", 1}}) {
    CAPTURE(c.sigma, c.eps, c.rounds);
    const Interval half(Rational(1, 2), precision);
    const Interval mu = sqrt(Interval(Integer(c.rounds), precision)) / enclose(number(c.sigma), precision);
    const Interval eps = enclose(number(c.eps), precision);
    const Interval x = mu * half - eps / mu;
    const Interval y = -(mu * half) - eps / mu;
    const Interval series =
        (half + half_normal(x, precision)) - enclose_exp(number(c.eps), precision) * (half + half_normal(y, precision));
    const Interval delta = gaussian_delta(number(c.sigma), number(c.eps), c.rounds, {128, 0});
    const Interval difference = max(series - delta, delta - series);
    // The series is cut: to 100 digits the two are equal.
    CHECK(less(difference, Rational(Integer(1), Integer(1) << 380)) == Truth::yes);
  }
  // A published value: sigma = 1, eps = 1.
  const Interval delta = gaussian_delta(number("1"), number("1"), 1, {128, 0});
  CHECK(less(delta, Rational(integer_of("126936737506643945800829624758"), pow(Integer(10), 30))) == Truth::yes);
  CHECK(less(Interval(Rational(integer_of("126936737506643945800829624757"), pow(Integer(10), 30)), 200), delta) ==
        Truth::yes);
}

}  // namespace
}  // namespace hallmark::check::test
