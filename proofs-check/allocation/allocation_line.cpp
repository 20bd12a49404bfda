#include "allocation/allocation_line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/lognormal_transform.hpp"

namespace hallmark::check {

namespace {

/// Bits that cancel in the inversion, by a rough look at the largest node and at the put-call offset.
unsigned long cancelled_bits(const LognormalTransform& rough, const Interval& c, const Interval& line,
                             std::uint64_t steps, bool remove) {
  const mpfr_prec_t precision = c.precision();
  const Interval value = rough.real(line);
  const Interval t(Integer(steps), precision);
  const double transform = mpfr_sgn(value.lo()) > 0 ? mpfr_get_d(log(value).lo(), MPFR_RNDD) : -1e4;
  const double peak = mpfr_get_d((c * line).hi(), MPFR_RNDU) + static_cast<double>(steps) * transform;
  const double offset = remove ? std::log2(std::abs(mpfr_get_d((c - t).hi(), MPFR_RNDU)) + 1) : 0;
  const double bits = std::max({0.0, peak / 0.69, offset}) + std::max(0.0, -transform / 0.69);
  if (!(bits < 20'000)) throw TooMuchWork();
  return static_cast<unsigned long>(bits);
}

/// 1.5 * 0.8^index, as a rational.
Rational angle_of(int index) {
  Rational f(3, 2);
  for (int i = 0; i < index; ++i) f *= Rational(4, 5);
  return f;
}

/// An upper bound of the sum over k >= nodes of |L(line + i k step)^steps / (k step)^2|.
Interval tail_bound(const LognormalTransform& transform, const Number& sigma, std::uint64_t steps,
                    const Contour& contour, mpfr_prec_t precision) {
  const Interval line(contour.line, precision);
  const Interval step(contour.step, precision);
  const Interval deviation = enclose(sigma, precision);
  const Interval one(Integer(1), precision);
  const auto bound = [&](int index,
                         const Interval& y) {  // of |L|^steps for every Im theta >= y, by the angle 1.5 * 0.8^index
    const Interval f(angle_of(index), precision);
    const Box turn = rotation(f);
    const Interval r = line * turn.re + y * turn.im;
    const Interval growth = exp(f * f * deviation * deviation / Interval(Integer(2), precision));
    return min(one, power((growth * transform.real(r)).upper(), steps));
  };
  constexpr int angles = 60;
  const auto smaller = [](const Interval& a, const Interval& b) { return mpfr_less_p(a.hi(), b.hi()) != 0; };
  int best = 0;
  Interval sum(precision);
  std::uint64_t from = contour.nodes;
  constexpr int most_blocks = 48;
  for (int block = 0;; ++block) {
    const Interval first(Integer(from), precision);
    const Interval y = step * first;
    Interval least = one;
    int at = best;
    for (int index = block == 0 ? 0 : std::max(0, best - 1); index < (block == 0 ? angles : std::min(angles, best + 2));
         ++index) {
      const Interval value = bound(index, y);
      if (smaller(value, least)) least = value, at = index;
    }
    best = at;
    const Interval square = step * step;
    const Interval rest = least.upper() * (one / (first * first) + one / first) / square;
    const Interval scaled = times_power_of_two(rest, 30);
    if (block == most_blocks || (block > 0 && smaller(scaled, sum))) return sum + rest;
    const std::uint64_t next = from + std::max<std::uint64_t>(1, from / 8);
    sum = sum + least.upper() * Interval(Integer(next - from), precision) / (first * first * square);
    from = next;
  }
}

}  // namespace

Interval allocation_delta(const Number& sigma, std::uint64_t steps, bool remove, const Number& eps,
                          const Contour& contour, const Effort& effort, Budget& budget) {
  const auto growth_of_steps = static_cast<unsigned long>(std::bit_width(steps));
  const unsigned long target = effort.bits + effort.scale + 3 * growth_of_steps + 64;
  const auto rough_precision = static_cast<mpfr_prec_t>(target);
  const auto threshold = [&](mpfr_prec_t precision) {
    const Interval t(Integer(steps), precision);
    const Interval growth = exp(enclose(eps, precision));
    return remove ? t * growth : t / growth;
  };
  const LognormalTransform rough(sigma, 128, budget);
  const unsigned long bits =
      target + cancelled_bits(rough, threshold(rough_precision), Interval(contour.line, 192), steps, remove);
  const auto precision = static_cast<mpfr_prec_t>(bits + 32);
  const LognormalTransform transform(sigma, bits, budget);
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
  for (std::uint64_t k = 0; k < contour.nodes; ++k) {
    const Interval y = step * Interval(Integer(k), precision);
    const Box theta{line, y};
    const Box square = theta * theta;
    const Interval size = square.re * square.re + square.im * square.im;
    const Box value = power(transform.at(line, y), steps) * Box{square.re / size, -(square.im / size)};
    const Box turn = rotation(c * y);
    const Interval part = value.re * turn.re - value.im * turn.im;
    sum = sum + (k == 0 ? part / two : part);
  }
  const Interval rest = tail_bound(transform, sigma, steps, contour, precision).upper();
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
    const unsigned long more = bits + static_cast<unsigned long>(depth);
    const Interval alias(contour.alias, static_cast<mpfr_prec_t>(more + 32));
    const Interval q = exp(-((alias - line) * width));
    const Interval value = LognormalTransform(sigma, more, budget).real(alias).upper();
    const Interval bound = exp(alias * c - one) * power(value, steps) / alias;
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
