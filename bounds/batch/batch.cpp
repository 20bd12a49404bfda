#include "bounds/batch/batch.hpp"

#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::batch {
namespace {

constexpr slong max_steps = 1'000'000'000'000'000;

void check(std::string_view where, const Parameters& p) {
  if (p.sigma.sign() <= 0) throw InputError(where, "sigma", p.sigma.to_string(), "positive");
  if (p.steps < 2 || p.steps > max_steps) {
    throw InputError(where, "steps", Rational(p.steps).to_string(), "an integer from 2 to 10^15");
  }
}

// ln Phi(-x). From 2^10 on by Phi(-x) = phi(x)/x (1 - 1/x^2 + 3/x^4 - 15/x^6 + ...), whose partial sums lie on both
// sides of it in turn; twenty terms leave less than 39!!/x^40 < 2^-300.
Ball log_tail(const Ball& x) {
  if (less(x, pow(Rational(2), 10)) != Truth::no) return log(normal_cdf(-x));
  const slong bits = x.bits();
  const Ball pi = Ball::pi(bits);
  const Ball square = x * x;
  Ball term(1, bits);
  Ball sum(1, bits);
  constexpr slong terms = 20;
  for (slong k = 0; k < terms; ++k) {
    term = -term * (2 * k + 1) / square;
    sum += term;
  }
  return -square / 2 + log(hull(sum, sum - term) / x) - log(2 * pi) / 2;
}

// phi/Phi at -x, a proposal for the search: within [x, x + 1] for x >= 0.
Ball hazard(const Ball& x, const Ball& log_of_tail) {
  const Ball pi = Ball::pi(x.bits());
  return exp(-x * x / 2 - log_of_tail) / sqrt(2 * pi);
}

// An eps from which on (1/2) Phi(x6) >= Phi(x7) for certain: with u = -x6 > 0 and v = -x7 where v = u + 2, as
// Phi(-v) <= e^(-v^2/2)/2, Phi(-u) >= phi(u)/(u + 1) and (u + 1) e^(-2u-2) <= e^-2 < 1/sqrt(2 pi).
Rational certainly_beyond(const Parameters& p) {
  constexpr slong bits = 256;
  const Ball s = p.sigma.ball(bits);
  const Ball t(p.steps, bits);
  const Ball root = sqrt(t);
  const Ball start = 2 + (1 + root) / (2 * s) + (log(Ball(2, bits)) + t * log(t)) * s / root;
  return (start / (s * (1 - 1 / root))).upper();
}

}  // namespace

Inversion half_space_eps1(const Parameters& p, slong digits, const Budget& budget) {
  check("batch.half-space-eps1", p);
  // l(eps) = ln Phi(x6) - ln Phi(x7) is at least -x6(0)^2 at eps = 0, below 0 while x6 < x7, then rises; eps1 is where
  // it is ln 2. The search runs on e^-(1 + l/scale), which is smooth all the way.
  constexpr slong rough_bits = 256;
  const auto six = [&](const Ball& e) {
    const Ball s = p.sigma.ball(e.bits());
    const Ball t(p.steps, e.bits());
    return (e + log(Ball(2, e.bits())) + t * log(t)) * s / sqrt(t) + sqrt(t) / (2 * s);
  };
  const Ball start = six(Ball(0, rough_bits));
  const Rational scale = (start * start + 8).upper();
  const auto f = [&](const Rational& eps, slong bits) {
    const Ball s = p.sigma.ball(bits);
    const Ball e(eps, bits);
    const Ball x6 = six(e);
    const Ball x7 = e * s - 1 / (2 * s);
    const Ball tail6 = log_tail(x6);
    const Ball tail7 = log_tail(x7);
    const Ball size(scale, bits);
    const Ball value = exp(-1 - (tail6 - tail7) / size);
    const Ball root = sqrt(Ball(p.steps, bits));
    return Sample{value, value * s * (hazard(x6, tail6) / root - hazard(x7, tail7)) / size};
  };
  const slong target_bits = digits * 16 + 4096;
  const Ball target = exp(-1 - log(Ball(2, target_bits)) / Ball(scale, target_bits));
  Rational hi = 1;
  while (less_equal(f(hi, rough_bits).value, target) != Truth::yes) {
    if (budget.expired() || hi > pow(Rational(2), 400)) return {{0, certainly_beyond(p)}, false, rough_bits, 0};
    hi = hi * 2;
  }
  return bisect({.f = f, .target = target, .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 192, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::batch
