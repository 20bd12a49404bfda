#include "bounds/batch/batch.hpp"

#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::batch {
namespace {

constexpr long max_steps = 1'000'000'000'000'000;

void check(std::string_view where, const Parameters& p) {
  if (p.sigma.sign() <= 0) throw InputError(where, "sigma", p.sigma.to_string(), "positive");
  if (p.steps < 2 || p.steps > max_steps) {
    throw InputError(where, "steps", Rational(p.steps).to_string(), "an integer from 2 to 10^15");
  }
}

// ln Phi(-x); beyond 2^40 by Mills' ratio, between x / (1 + x^2) and 1 / x.
Ball log_tail(const Ball& x) {
  if (less(x, pow(Rational(2), 40)) != Truth::no) return log(normal_cdf(-x));
  Ball pi(0, x.bits());
  arb_const_pi(pi.raw(), x.bits());
  return -x * x / 2 + log(hull(x / (1 + x * x), 1 / x)) - log(2 * pi) / 2;
}

// phi/Phi at -x, a proposal for the search: within [x, x + 1] for x >= 0.
Ball hazard(const Ball& x, const Ball& log_of_tail) {
  Ball pi(0, x.bits());
  arb_const_pi(pi.raw(), x.bits());
  return exp(-x * x / 2 - log_of_tail) / sqrt(2 * pi);
}

}  // namespace

Inversion half_space_eps1(const Parameters& p, long digits, const Budget& budget) {
  check("batch.half-space-eps1", p);
  // Phi(x7)/Phi(x6) is at least 1 up to eps1's search, falls from there and is 1/2 at eps1.
  const auto f = [&](const Rational& eps, long bits) {
    const Ball s = p.sigma.ball(bits);
    const Ball t(p.steps, bits);
    const Ball root = sqrt(t);
    const Ball e(eps, bits);
    const Ball six = (e + log(Ball(2, bits)) + t * log(t)) * s / root + root / (2 * s);
    const Ball seven = e * s - 1 / (2 * s);
    const Ball tail_six = log_tail(six);
    const Ball tail_seven = log_tail(seven);
    const Ball value = exp(tail_seven - tail_six);
    return Sample{value, value * s * (hazard(six, tail_six) / root - hazard(seven, tail_seven))};
  };
  const Ball half = Ball(1, digits * 16 + 4096) / 2;
  Rational hi = 1;
  for (long bits = 256;; hi = hi * 2) {
    if (less_equal(f(hi, bits).value, half) == Truth::yes) break;
    // At most about T ln T + T/s^2 + 1/s^2 for T >= 2, well below 2^400 in the domain.
    if (budget.expired() || hi > pow(Rational(2), 400)) return {{0, hi}, false, bits, 0};
  }
  return bisect({.f = f, .target = half, .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 192, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::batch
