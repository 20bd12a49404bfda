#include "bounds/shuffle/literature.hpp"

#include <cmath>
#include <string_view>

#include "bounds/monotone_search.hpp"
#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"

namespace hallmark::literature {
namespace {

void check(std::string_view where, const EpsilonParameters& x) {
  clones::check_domain(where, x.n, x.eps0);
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and at most 1");
  }
}

std::string_view name(Tail tail) {
  return tail == Tail::hoeffding ? "shuffle.epsilon.bbgn19-hoeffding" : "shuffle.epsilon.bbgn19-bennett";
}

template <typename Condition>
bool holds(const Condition& condition) {
  const Budget unlimited;
  return decide(condition, {.first_bits = 64, .last_bits = slong{1} << 16, .budget = unlimited}) == Truth::yes;
}

// (1 - g (1 - e^-x))^n.
Ball thinned(const Ball& g, const Ball& x, slong n) { return exp(n * log1p(g * expm1(-x))); }

// At most the bound on all of w in [wa, wb]; the bound itself where wa = wb.
Ball hoeffding(slong n, const Ball& e, const Ball& wa, const Ball& wb, const Ball& a_of_b) {
  const Ball width = e - 1 / e;
  // (w+1)^2 / (w-1) is smallest at 3.
  const Ball three(3, e.bits());
  const Ball w = less_equal(wb, Rational(3)) == Truth::yes ? wb : less_equal(three, wa) == Truth::yes ? wa : three;
  const Ball a = identical(w, wb) ? a_of_b : w - 1;
  const Ball lead = (w + 1) * (w + 1) * width * width / (4 * a);
  const Ball ratio = a_of_b / ((wb + 1) * width);
  return e / n * lead * thinned(1 / e, 2 * ratio * ratio, n);
}

Ball bennett(slong n, const Ball& e, const Ball& wa, const Ball& wb, const Ball& a_of_b) {
  const Ball b = e - wb / e;
  const Ball c = e * (wa * wa + 1) - 2 * wa / (e * e * e);
  const Ball u = a_of_b * b / c;
  const Ball log_u = log1p(u);
  const Ball phi = (1 + u) * log_u - u;
  return e / n * (b / log_u) * thinned(1 / e, c / (b * b) * phi, n);
}

Ball least(Tail tail, slong n, const Number& eps0, const Number& from, const Number& to, slong bits) {
  const Ball e = exponential(eps0, bits);
  const Ball wa = exponential(from, bits);
  const Ball wb = exponential(to, bits);
  const Ball a = exponential_minus_1(to, bits);
  return tail == Tail::hoeffding ? hoeffding(n, e, wa, wb, a) : bennett(n, e, wa, wb, a);
}

}  // namespace

Ball blanket_delta_upper(Tail tail, const DeltaParameters& x, slong bits) {
  clones::check_domain(name(tail), x.n, x.eps0);
  if (x.eps.sign() <= 0 || less(x.eps, x.eps0) != Truth::yes) {
    throw InputError(name(tail), "eps", x.eps.to_string(), "positive and below eps0");
  }
  return least(tail, x.n, x.eps0, x.eps, x.eps, bits);
}

Inversion blanket_epsilon_upper(Tail tail, const EpsilonParameters& x, slong digits, const Budget& budget) {
  check(name(tail), x);
  const auto exact = x.eps0.rational();
  const Ball own = x.eps0.ball(4 * digits + 128);
  const Rational hi = exact ? *exact : own.upper();
  const auto between = [&](const Rational& a, const Rational& b, slong bits) {
    return least(tail, x.n, x.eps0, a, b, bits);
  };
  constexpr slong most_evaluations = 6000;
  const MonotoneSearch problem{.f = [&](const Rational& eps, slong bits) { return between(eps, eps, bits); },
                               .target = x.delta.ball(16 * digits + 4096),
                               .lo = 0,
                               .hi = hi,
                               .start = hi / 2,
                               .digits = digits,
                               .most_evaluations = most_evaluations,
                               .least = between};
  return search(problem, {.first_bits = 8 * digits + 128, .last_bits = bisection_bits(digits), .budget = budget});
}

Ball efmrtt19_upper(const EpsilonParameters& x, slong bits) {
  constexpr std::string_view where = "shuffle.epsilon.efmrtt19";
  check(where, x);
  constexpr slong least_n = 1000;
  if (x.n < least_n) throw InputError(where, "n", Rational(x.n).to_string(), "at least 1000");
  if (less(x.eps0, Rational("1/2")) != Truth::yes) throw InputError(where, "eps0", x.eps0.to_string(), "below 1/2");
  if (less(x.delta, Rational("1/100")) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "below 1/100");
  }
  return 12 * x.eps0.ball(bits) * sqrt(-log(x.delta.ball(bits)) / x.n);
}

Ball gddsk21_renyi_upper(const RenyiParameters& x, slong bits) {
  constexpr std::string_view where = "shuffle.renyi.gddsk21";
  clones::check_domain(where, x.n, x.eps0);
  constexpr slong most = 100'000;
  if (x.alpha < 2 || x.alpha > most) {
    throw InputError(where, "alpha", Rational(x.alpha).to_string(), "an integer from 2 to 10^5");
  }
  const Ball e = exponential(x.eps0, bits);
  const Ball minus_1 = exponential_minus_1(x.eps0, bits);
  const Ball others = Ball(x.n - 1, bits) / (2 * e);
  // A floor that the ball does not decide: the hull of both.
  const Ball m = hull(Ball(floor(others.lower()) + 1, bits), Ball(floor(others.upper()) + 1, bits));
  const Ball square = minus_1 * (e + 1) / e;  // (E^2-1)/E
  const Ball root = sqrt(2 / m) * square;
  Ball sum = 1 + 2 * Ball(x.alpha, bits) * (x.alpha - 1) * minus_1 * minus_1 / (m * e);
  // C(a,i) Gamma(i/2) root^i, two i at a time: Gamma(i/2 + 1) = (i/2) Gamma(i/2).
  Ball choose = Ball(x.alpha, bits) * (x.alpha - 1) / 2;  // C(a, 2)
  Ball gamma_even(1, bits);                               // Gamma(1)
  Ball gamma_odd = sqrt(Ball::pi(bits)) / 2;              // Gamma(3/2)
  Ball power = root * root;
  for (slong i = 3; i <= x.alpha; ++i) {
    choose = choose * (x.alpha - i + 1) / i;
    power *= root;
    if (i % 2 == 0) gamma_even = i == 2 ? gamma_even : gamma_even * (i - 2) / 2;
    if (i % 2 == 1 && i > 3) gamma_odd = gamma_odd * (i - 2) / 2;
    sum += choose * i * (i % 2 == 0 ? gamma_even : gamma_odd) * power;
  }
  const Ball y = square / 2;
  const Ball far = pow(1 + y, static_cast<ulong>(x.alpha)) - 1 - x.alpha * y;
  sum += far * exp(-Ball(x.n - 1, bits) / (8 * e));
  return log(sum) / (x.alpha - 1);
}

renyi::Conversion gddsk21_epsilon_upper(const EpsilonParameters& x, slong rounds, renyi::Orders orders, slong digits,
                                        const Budget& budget) {
  check("shuffle.epsilon.gddsk21", x);
  const renyi::Curve curve{[&](slong order, slong bits) {
                             return gddsk21_renyi_upper({x.n, x.eps0, order}, bits) * rounds;
                           },
                           renyi::Shape::any};
  return renyi::epsilon_upper(curve, x.delta, orders, digits, budget);
}

}  // namespace hallmark::literature
