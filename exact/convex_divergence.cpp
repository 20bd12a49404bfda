// What a convex law is for: divergences, and the maps that end in a ratio.
#include <algorithm>
#include <cmath>

#include "exact/convex_internal.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr slong bits = 128;

Rational exactly(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const Rational integer(static_cast<slong>(std::ldexp(mantissa, 53)));
  return integer * pow(Rational(2), exponent - 53);
}

/// Bounds E(R - c)_+ + infinity or E(1 - c R)_+, with c already on the side that suits the law: below the true factor
/// for an upper law, above for a lower one. Every term has relative error 2^-52 at most: x - c and 1 - c x (fma) are
/// rounded once, with the exact sign, and nothing underflows (masses are at least 2^-460, c x and x at least 2^-250
/// apart from 0 or irrelevant).
double hinge(const ConvexLaw& law, double c) {
  kernel::Total total;
  for (std::size_t i = 0; i < law.position.size(); ++i) {
    const double x = law.position[i];
    const double gain = law.slope == Slope::rising ? x - c : (x == 0 ? 1 : std::fma(-c, x, 1.0));
    if (gain > 0) total.add(law.mass[i] * gain);
  }
  const double value = total.value() + law.infinity;
  const double slack = kernel::slack(total.terms());
  return law.side == Side::upper ? value * (1 + slack) : value * (1 - slack);
}

/// Applies x -> scale(x), rounded, to every position; infinity to scale_infinity(infinity).
template <typename Map>
ConvexLaw mapped(const ConvexLaw& law, double infinity, Map&& map) {
  ConvexLaw result{law.slope, law.side, {}, {}, infinity};
  result.position.reserve(law.position.size());
  result.mass.reserve(law.mass.size());
  const bool up = (law.side == Side::upper) == (law.slope == Slope::rising);
  for (std::size_t i = 0; i < law.position.size(); ++i) push_atom(result, map(law.position[i], up), law.mass[i]);
  return result;
}

}  // namespace

ConvexLaw divided(const ConvexLaw& one, slong count) {
  if (count < 1 || count > 1'000'000'000'000) {
    throw InputError("divided", "count", std::to_string(count), "in 1..10^12");
  }
  const double by = static_cast<double>(count);
  const double infinity = outward(one.side, one.infinity / by, one.infinity == 0);
  return mapped(one, infinity, [&](double x, bool up) {
    return count == 1 || x == 0 ? x : (up ? step_up(x / by) : step_down(x / by));
  });
}

RatioLaw divided(const RatioLaw& law, slong count) { return {divided(law.upper, count), divided(law.lower, count)}; }

ConvexLaw subsampled(const ConvexLaw& one, const Number& rate) {
  if (rate.sign() < 0 || less_equal(rate, Number(1)) == Truth::no) {
    throw InputError("subsampled", "rate", rate.to_string(), "0 <= rate <= 1");
  }
  const Ball q = rate.ball(bits);
  const Ball rest = 1 - q;
  const double q_lo = std::max(0.0, q.to_double_down());
  const double q_hi = q.to_double_up();
  const double rest_lo = std::max(0.0, rest.to_double_down());
  const double rest_hi = std::max(0.0, rest.to_double_up());
  const double factor = one.side == Side::upper ? q_hi : q_lo;
  const double infinity = outward(one.side, one.infinity * factor, one.infinity == 0 || factor == 0);
  return mapped(one, infinity, [&](double x, bool up) {
    return up ? step_up(std::fma(q_hi, x, rest_hi)) : step_down(std::fma(q_lo, x, rest_lo));
  });
}

RatioLaw subsampled(const RatioLaw& law, const Number& rate) {
  return {subsampled(law.upper, rate), subsampled(law.lower, rate)};
}

RationalEnds delta(const RatioLaw& law, const Number& eps) {
  kernel::require_nearest();
  const Ball factor = exponential(eps, bits);
  const double lo = std::max(0.0, factor.to_double_down());
  const double hi = factor.to_double_up();
  const double upper = hinge(law.upper, lo);
  const double lower = hinge(law.lower, hi);
  require(lower >= 0 && lower <= upper && std::isfinite(upper), "a lower law below the upper one");
  return {exactly(std::min(1.0, lower)), exactly(std::min(1.0, upper))};
}

Rational delta_end(const ConvexLaw& law, const Number& eps) {
  kernel::require_nearest();
  const Ball factor = exponential(eps, bits);
  const bool upper = law.side == Side::upper;
  const double value = hinge(law, upper ? std::max(0.0, factor.to_double_down()) : factor.to_double_up());
  require(value >= 0 && std::isfinite(value), "a finite divergence");
  return exactly(std::min(1.0, value));
}

EpsilonBounds epsilon(const RatioLaw& law, const Rational& delta_wanted) {
  if (delta_wanted < Rational(0) || delta_wanted > Rational(1)) {
    throw InputError("epsilon", "delta", delta_wanted.to_string(), "0 <= delta <= 1");
  }
  const auto small_enough = [&](const Rational& eps) { return delta(law, Number(eps)).hi <= delta_wanted; };
  const auto too_large = [&](const Rational& eps) { return delta(law, Number(eps)).lo > delta_wanted; };
  constexpr int steps = 60;
  EpsilonBounds bounds{Rational(0), std::nullopt};
  Rational outside(0);
  if (small_enough(outside)) return {outside, outside};
  for (Rational eps = Rational(1) / 1024; eps < Rational(20000); eps *= 2) {
    if (small_enough(eps)) {
      bounds.hi = eps;
      break;
    }
    outside = eps;
  }
  if (bounds.hi.has_value()) {
    for (int i = 0; i < steps; ++i) {
      const Rational middle = (outside + *bounds.hi) / 2;
      (small_enough(middle) ? *bounds.hi : outside) = middle;
    }
  }
  if (!too_large(bounds.lo)) return bounds;
  Rational inside = bounds.hi.value_or(Rational(20000));
  for (int i = 0; i < steps; ++i) {
    const Rational middle = (bounds.lo + inside) / 2;
    (too_large(middle) ? bounds.lo : inside) = middle;
  }
  return bounds;
}

}  // namespace hallmark
