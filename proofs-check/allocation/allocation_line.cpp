#include "allocation/allocation_line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/lognormal_transform.hpp"

namespace hallmark::check {

namespace {

/// Bits that cancel in the inversion, by a rough look at the largest node and at the put-call offset.
Count cancelled_bits(const LognormalTransform& rough, const Interval& c, const Interval& line, Count steps,
                     bool remove) {
  const Count precision = c.precision();
  const Interval value = rough.real(line);
  const Interval t(Integer(steps), precision);
  const double transform = mpfr_sgn(value.lo()) > 0 ? mpfr_get_d(log(value).lo(), MPFR_RNDD) : -1e4;
  const double peak = mpfr_get_d((c * line).hi(), MPFR_RNDU) + static_cast<double>(steps) * transform;
  const double offset = remove ? std::log2(std::abs(mpfr_get_d((c - t).hi(), MPFR_RNDU)) + 1) : 0;
  const double bits = std::max({0.0, peak / 0.69, offset}) + std::max(0.0, -transform / 0.69);
  if (!(bits < 20'000)) throw TooMuchWork();
  return Count(bits);
}

/// An upper bound of the sum over k >= nodes of |L(line + i k step)^steps / (k step)^2|.
Interval tail_bound(const LognormalTransform& transform, const Number& sigma, Count steps,
                    const AllocationContour& contour, Count precision) {
  const Interval line(contour.line, precision);
  const Interval step(contour.step, precision);
  const Interval first(Integer(contour.nodes), precision);
  const Interval deviation = enclose(sigma, precision);
  const Interval one(Integer(1), precision);
  // Every angle f bounds |L| beyond the first node left out: the best of some, until they only get worse.
  Interval least = one;
  Rational f(3, 2);
  for (int i = 0, best = 60; i < 60 && i < best + 3; ++i, f *= Rational(4, 5)) {
    const Interval angle(f, precision);
    const Box turn = rotation(angle);
    const Interval r = line * turn.re + step * first * turn.im;
    const Interval growth = exp(times_power_of_two(angle * angle * deviation * deviation, -1));
    const Interval bound = nth_power((growth * transform.real(r)).upper(), steps);
    if (mpfr_less_p(bound.hi(), least.hi()) != 0) best = i;
    least = min(least, bound);
  }
  return (least * (one / (first * first) + one / first) / (step * step)).upper();
}

}  // namespace

AllocationContour read_contour(Reader& reader, std::span<const std::string_view> words) {
  if (words.size() != 4) reader.fail("three rationals and a number of nodes");
  const AllocationContour contour{reader.to_rational(words[0]), reader.to_rational(words[1]),
                                  reader.to_rational(words[2]), reader.to_integer(words[3], 1, 100'000).to_count()};
  if (contour.line <= 0 || contour.step <= 0 || contour.alias <= contour.line) {
    throw Rejected{"witness", "contour: must satisfy 0 < line < alias and 0 < step"};
  }
  return contour;
}

Interval allocation_delta(const Number& sigma, Count steps, bool remove, const Number& eps,
                          const AllocationContour& contour, const Effort& effort) {
  const auto growth_of_steps = bits_of(steps);
  const Count target = effort.bits + effort.scale + 2 * growth_of_steps + 20;
  const Count rough_precision = target;
  const auto threshold = [&](Count precision) {
    const Interval t(Integer(steps), precision);
    const Interval growth = exp(enclose(eps, precision));
    return remove ? t * growth : t / growth;
  };
  const LognormalTransform rough(sigma, 128);
  const Count bits =
      target + cancelled_bits(rough, threshold(rough_precision), Interval(contour.line, 192), steps, remove);
  const Count precision = bits + 32;
  const LognormalTransform transform(sigma, bits);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval t(Integer(steps), precision);
  const Interval growth = exp(enclose(eps, precision));
  const Interval c = threshold(precision);
  const Interval line(contour.line, precision);
  const Interval step(contour.step, precision);
  const Interval width = two * Interval::pi(precision) / step;

  // The trapezoid sum: half the node on the axis, then both halves of the line at once.
  Interval sum(precision);
  for (Count k = 0; k < contour.nodes; ++k) {
    const Interval y = step * integer(k, precision);
    const Box theta{line, y};
    const Box value = power(transform.at(line, y), steps) * inverse(theta * theta);
    const Box turn = rotation(c * y);
    const Interval part = value.re * turn.re - value.im * turn.im;
    sum = sum + (k == 0 ? part / two : part);
  }
  const Interval rest = tail_bound(transform, sigma, steps, contour, precision);
  const Interval scale = two * exp(c * line) / width;
  const Interval trapezoid = from_ends((sum - rest) * scale, (sum + rest) * scale);

  const Interval r = exp(-(line * width));
  const Interval complement = one - r;
  const Interval closed = (c - t) * r / complement + width * r / (complement * complement);
  Interval left(precision);
  if (!proved(less_equal(c, width))) {
    // L(alias) >= e^-alias may be far below the error of the nodes: with bits of its own.
    const double depth = roughly(contour.alias) / 0.69;
    if (!(depth < 20'000)) throw TooMuchWork();
    const Count more = bits + Count(depth);
    const Interval alias(contour.alias, more + 32);
    const Interval q = exp(-((alias - line) * width));
    const Interval value = LognormalTransform(sigma, more).real(alias).upper();
    const Interval bound = exp(alias * c - one) * nth_power(value, steps) / alias;
    left = (bound * q / (one - q)).upper();
  }
  const Interval nothing(precision);
  if (remove) {
    const Interval call = trapezoid - closed - (c - t);  // C(c) (1 + [0, r/(1-r)]) + [0, left]
    return max(from_ends((call - left) * complement, call), nothing) / t;
  }
  const Interval s = one / enclose(sigma, precision);
  const Interval v = t * expm1(s * s);
  const Interval x = c + width - t;
  Interval right = t;
  if (proved(less(nothing, x))) right = min(t, v / (two * (sqrt(v + x * x) + x)));
  const Interval put = trapezoid - closed;
  return max(from_ends(put - left - right * r / complement, put), nothing) * growth / t;
}

}  // namespace hallmark::check
