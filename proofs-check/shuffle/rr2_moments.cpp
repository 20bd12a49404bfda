#include "shuffle/moments.hpp"

#include <algorithm>
#include <bit>

#include "laws/finite_base.hpp"

namespace hallmark::check {

Interval rr2_log_moment(Count n, Count ones, const Number& eps0, const Number& alpha, unsigned bits) {
  // An output left out may count E^(alpha-1) times its P-mass, and the moment less 1 may be as small as eps0^2/n.
  const Interval reach = enclose(alpha, 64) * enclose(eps0, 64) * Interval(Rational(3, 2), 64);
  const Interval small = enclose(eps0, 64);
  if (!reach.finite() || mpfr_sgn(small.lo()) <= 0) throw TooMuchWork();
  const Integer raised = scaled_ceil(reach, 0);
  if (raised > 20'000) throw TooMuchWork();
  const Count exponent = std::max<Count>(0, 1 - Count(mpfr_get_exp(small.lo())));
  const Count cut = bits + raised.to_count() + 2 * exponent + 2 * bits_of(n) + 32;
  const Count unit = (cut + bits_of(n) + 64 + 63) / 64 * 64;
  const Count precision = unit + 64;
  const Interval one(Integer(1), precision);
  const Interval e_minus_1 = enclose_expm1(eps0, precision);
  const Interval e = e_minus_1 + one;
  const Interval a = e / (e + one);
  const Interval b = one / (e + one);
  const BinomialLaw others = rr2_others(n, ones, e, unit, cut);
  const std::vector<Fixed>& r = others.masses;
  const auto interval = [&](const Integer& lo, const Integer& hi) {
    return times_power_of_two(Interval(lo, hi, precision), -unit);
  };
  const Interval order = enclose(alpha, precision);
  const Interval most = exp(enclose(eps0, precision) * (order - one));
  // R beyond the window, counted by both of its outputs; and each output whose ratio is not seen.
  Interval missing = interval(Integer(0), Integer(2 * others.outside));
  Interval gain(precision);
  for (std::size_t i = 0; i <= r.size(); ++i) {
    // A neighbour beyond an edge of the window is somewhere in [0, outside].
    const Fixed none{0, others.outside};
    const Fixed& before = i == 0 ? none : r[i - 1];
    const Fixed& here = i == r.size() ? none : r[i];
    const Interval u = interval(before.lo, before.hi);
    const Interval v = interval(here.lo, here.hi);
    const Interval p = a * u + b * v;
    const Interval q = b * u + a * v;
    // ln r = log1p((a-b)(u-v)/q), and r in [1/E, E]
    const Interval ratio = log1p((a - b) * (u - v) / q);
    if (!ratio.finite()) {
      missing = missing + p.upper() + q.upper();
      continue;
    }
    const Interval eps = enclose(eps0, precision);
    const Interval log_ratio = min(max(ratio, -eps), eps);
    // r^alpha - 1 - alpha (r - 1), at least 0
    gain = gain + q * max(Interval(precision), expm1(order * log_ratio) - order * expm1(log_ratio));
  }
  // What is missing: at least 0, at most r^alpha Q <= E^(alpha-1) P, and alpha Q.
  gain = gain + from_ends(Interval(precision), (missing * (most + order)).upper());
  return max(Interval(precision), log1p(gain));
}

}  // namespace hallmark::check
