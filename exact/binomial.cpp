#include "exact/binomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

slong bit_length(slong n) { return static_cast<slong>(std::bit_width(static_cast<ulong>(n))); }

Ball log_gamma(slong x, slong bits) {
  Ball r(x, bits);
  arb_lgamma(r.raw(), r.raw(), bits);
  return r;
}

// Whether `rest` lies below the last bit of `sum`: only where to stop, the rest is added either way.
bool is_negligible(const Ball& rest, const Ball& sum) {
  Ball scaled(rest);
  arb_mul_2exp_si(scaled.raw(), scaled.raw(), sum.bits());
  return less(scaled, sum) == Truth::yes;
}

Ball coefficient(slong n, slong k, slong bits) {
  k = std::min(k, n - k);
  constexpr slong few = 1000;
  if (k <= few) {
    Ball r(0, bits);
    arb_bin_uiui(r.raw(), static_cast<ulong>(n), static_cast<ulong>(k), bits);
    return r;
  }
  // |log C| < n, so log2(n) bits stand before the point; lgamma itself reaches n log n.
  const slong working = bits + 2 * bit_length(n) + 8;
  return exp(log_gamma(n + 1, working) - log_gamma(k + 1, working) - log_gamma(n - k + 1, working)).with_bits(bits);
}

}  // namespace

Ball pmf(const Binomial& law, slong k) {
  const slong bits = law.p.bits();
  if (k < 0 || k > law.n) return Ball(0, bits);
  const slong working = bits + bit_length(law.n) + 8;
  const Ball powers = pow(law.p.with_bits(working), static_cast<ulong>(k)) *
                      pow(law.q.with_bits(working), static_cast<ulong>(law.n - k));
  return (coefficient(law.n, k, working) * powers).with_bits(bits);
}

CountRange likely_range(slong n, double odds, slong bits) {
  const bool finite = std::isfinite(odds);
  const double count = static_cast<double>(n);
  const double mean = finite ? count * (odds / (1 + odds)) : count;
  const double variance = finite ? mean / (1 + odds) : 0.0;
  const double depth = 0.7 * static_cast<double>(bits) + 1.5 * steady::log(mean + 1) + 10;
  const double reach = depth / 3 + std::sqrt(depth * depth / 9 + 2 * depth * variance);
  const auto clipped = [&](double x) { return x <= 0 ? slong{0} : (x >= count ? n : static_cast<slong>(x)); };
  return {clipped(mean - reach), clipped(mean + reach + 2)};
}

Ball geometric_rest(const Ball& last, const Ball& ratio) {
  if (less(ratio, Rational(1)) != Truth::yes) return Ball::anything(last.bits());
  return last * ratio / (1 - ratio);
}

Ball mass_outside(const Binomial& law, const Ball& odds, const CountRange& range, slong bits) {
  Ball rest(0, bits);
  if (range.hi < law.n) rest += geometric_rest(pmf(law, range.hi), odds * (law.n - range.hi) / (range.hi + 1));
  if (range.lo > 0) {
    rest += geometric_rest(pmf(law, range.lo), Ball(range.lo, bits) / (odds * (law.n - range.lo + 1)));
  }
  return rest;
}

Ball upper_tail(const Binomial& law, slong k, const Budget& budget) {
  const slong bits = law.p.bits();
  if (k <= 0) return Ball(1, bits);
  if (k > law.n) return Ball(0, bits);
  if (less(law.p * law.n, Rational(k)) == Truth::no) {
    // At or left of the mean: the other tail is the smaller one and the subtraction costs nothing.
    const Binomial mirrored{law.n, law.q, law.p};
    if (less(law.q * law.n, Rational(law.n - k + 1)) == Truth::yes) {
      return clamp(1 - upper_tail(mirrored, law.n - k + 1, budget), 0, 1);
    }
  }
  const Ball odds = law.p / law.q;
  Ball term = pmf(law, k);
  Ball sum = term;
  constexpr slong poll = 32;
  for (slong j = k;; ++j) {
    if (j >= law.n) return sum;
    if ((j - k) % poll == 0) {
      if (budget.expired()) return Ball::between(0, 1, bits);
      // The terms after this one: their first ratio is the largest.
      const Ball rest = geometric_rest(term, odds * (law.n - j) / (j + 1));
      if (rest.is_finite() && is_negligible(rest, sum)) return plus_up_to(sum, rest);
    }
    arb_mul(term.raw(), term.raw(), odds.raw(), bits);
    arb_mul_ui(term.raw(), term.raw(), static_cast<ulong>(law.n - j), bits);
    arb_div_ui(term.raw(), term.raw(), static_cast<ulong>(j + 1), bits);
    arb_add(sum.raw(), sum.raw(), term.raw(), bits);
  }
}

}  // namespace hallmark
