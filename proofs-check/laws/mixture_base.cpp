#include "laws/mixture_base.hpp"

#include <algorithm>
#include <utility>

namespace hallmark::check {

namespace {

/// The mass between a and b, given in units of 2^-unit and each within `slack` such units of the end that is meant.
Interval mass_of(const Integer& a, const Integer& b, const Integer& slack, Count unit, int depth) {
  const Count precision = unit;
  const Integer twice_m = a + b;
  const Integer twice_r = std::max(Integer(0), b - a);
  const Integer ratio = ((abs(twice_m) + (Integer(1) << (unit + 1))) * (twice_r + 1)) >> (unit + 2);  // (|m|+1) r
  if (ratio.bits() + 2 > unit) {
    if (depth == 0) throw TooMuchWork();
    const Integer middle = twice_m >> 1;
    return mass_of(a, middle, slack, unit, depth - 1) + mass_of(middle, b, slack, unit, depth - 1);
  }
  const auto order = std::max<Count>(2, unit - ratio.bits() - 1);
  const Count last = (unit + order - 1) / order;
  // f(s) = e^(-ms-s^2/2) = sum c_i s^i; here = c_i r^i, within 8 units. What follows i = last is below 6 units.
  const Integer mr = (twice_m * twice_r) >> (unit + 2);
  const Integer rr = (twice_r * twice_r) >> (unit + 2);
  Integer before = 0;
  Integer here = Integer(1) << unit;
  Integer sum = here;
  Integer next;
  for (Count i = 1; i <= last + 1; ++i) {
    next.set_product(mr, here).add_product(rr, before) >>= unit;
    next.set_difference(0, next);
    std::swap(before, here);
    here.set_floor_div(next, i);
    if (i % 2 != 0) continue;
    next.set_floor_div(here, i + 1);
    sum += next;
  }
  const Integer error = 6 + 9 * (last + 1);
  // 2 r phi(m) times the sum. An end that moves by `slack` takes mass of density at most 1.5 phi(m) with it.
  const Integer value = twice_r * sum;
  const Integer wrong = twice_r * error + ((slack * 3 + abs(a - b) - twice_r) << unit);
  const Interval half = times_power_of_two(Interval(value - wrong, value + wrong, precision), -2 * unit);
  const Interval m = times_power_of_two(Interval(twice_m, precision + 64), -1 - unit);
  return half * exp(-(m * m) / integer(2, precision)) / sqrt(integer(2, precision) * Interval::pi(precision));
}

}  // namespace

Interval normal_mass(const Interval& a, const Interval& b) {
  const Count precision = a.precision();
  const Integer a_lo = scaled_floor(a, precision);
  const Integer b_lo = scaled_floor(b, precision);
  const Integer slack = std::max(scaled_ceil(a, precision) - a_lo, scaled_ceil(b, precision) - b_lo);
  const Count unit = precision;
  if (slack.bits() + 16 > unit) throw TooMuchWork();  // |m| slack stays small
  return max(Interval(precision), mass_of(a_lo, b_lo, slack, unit, 24));
}

Cells mixture_cells(const Number& rate, const Number& sigma, const BaseSpec& spec) {
  const Count grid_bits = spec.cut().bits();
  const Count precision = spec.fraction + 2 * grid_bits + 64;
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Interval q = enclose(rate, precision);
  const Interval s = enclose(sigma, precision);
  const Interval cells_a_unit(spec.cut(), precision);
  // All outputs x of -sigma far <= x <= 1 + sigma far: the rest has mass at most e^(-far^2/2) under both laws.
  const Count far = sqrt(Integer(Integer(spec.fraction) * 14 / 10)).to_count() + 1;
  const Interval reach = integer(far, precision);
  const auto log_ratio = [&](const Interval& x) { return log1p(q * expm1((two * x - one) / (two * s * s))); };
  const Interval bottom = log_ratio(-(s * reach)) * cells_a_unit;
  const Interval top = log_ratio(one + s * reach) * cells_a_unit;
  if (!bottom.finite() || !top.finite() || proved(less(top, bottom))) throw TooMuchWork();
  const Integer first = scaled_floor(bottom.lower(), 0);
  const Integer last = scaled_floor(top.upper(), 0);
  if (last - first > (1 << 19)) throw TooMuchWork();
  if (first.bits() > 40 || last.bits() > 40) throw TooMuchWork();

  Cells cells(spec.cut(), precision);
  const auto count = (last - first + 1).to_count();
  cells.check_room(count);
  GridRatios ratios(spec.cut(), precision);
  const Interval shift = one / s;
  Interval left = -reach;  // x/sigma at the lower end of the cell
  for (Count low = first.to_count(); low <= last; ++low) {
    Interval right = shift + reach;
    if (low < last) {
      const Interval position = (ratios.at(low + 1) - (one - q)) / q;  // e^u, u = (2x-1)/(2 sigma^2)
      if (mpfr_sgn(position.lo()) <= 0) throw TooMuchWork();
      right = s * log(position) + shift / two;
    }
    const Interval b = normal_mass(left, right);
    const Interval a = normal_mass(left - shift, right - shift);
    cells.list.push_back({low, low + 1, (one - q) * b + q * a, b});
    left = std::move(right);
  }
  cells.missing = exp(-(reach * reach) / two);
  return cells;
}

Cells symmetric_cells(const Number& rate, const Number& sigma, bool coupled, const BaseSpec& spec) {
  const Count grid_bits = spec.cut().bits();
  const Count precision = spec.fraction + 2 * grid_bits + 64;
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Interval q = enclose(rate, precision);
  const Interval rest = one - q;
  const Interval shift = one / enclose(sigma, precision);
  const Interval c = q * exp(-(shift * shift / two));
  // The output from which the ratio is x >= 1, and the masses of the outputs between two of them.
  const auto place = [&](const Interval& x) {
    if (coupled) return log1p((x - one) / q) / (two * shift);
    const Interval b = rest * (x - one);
    return log((b + sqrt(b * b + two * two * c * c * x)) / (c + c)) / shift;
  };
  const auto masses = [&](const Interval& from, const Interval& to) {
    const Interval up = normal_mass(from + shift, to + shift);
    const Interval same = coupled ? up : normal_mass(from, to);
    const Interval down = normal_mass(from - shift, to - shift);
    return std::pair{rest * same + q * down, coupled ? up : rest * same + q * up};
  };
  // Beyond this output, and below its mirror image, is at most e^(-far^2/2) under both laws.
  const Count far = sqrt(Integer(Integer(spec.fraction) * 14 / 10)).to_count() + 1;
  const Interval end = integer(far, precision) + shift;
  const Interval growth = exp(end * shift);
  const Interval top = coupled ? log1p(q * expm1(two * end * shift)) : log((rest + c * growth) / (rest + c / growth));
  if (!top.finite()) throw TooMuchWork();
  const Integer last = scaled_ceil(top * Interval(spec.cut(), precision), 0);
  if (last > (1 << 19)) throw TooMuchWork();
  Cells cells(spec.cut(), precision);
  cells.check_room(2 * last.to_count() + 1);
  GridRatios ratios(spec.cut(), precision);
  Interval from = place(one);
  for (Count k = 0; k < last; ++k) {
    Interval to = place(ratios.at(k + 1));
    auto [p, other] = masses(from, to);
    cells.list.push_back({-k - 1, -k, other, p});
    cells.list.push_back({k, k + 1, std::move(p), std::move(other)});
    from = std::move(to);
  }
  const Interval apart = coupled ? one - normal_cdf(-shift) : one;
  if (coupled) {
    // Where both densities are equal: what is left of q by both halves.
    const Interval atom = max(one - (two - q) * (one - apart) - q * apart, Interval(precision));
    cells.list.push_back({0, 0, atom, atom});
  }
  cells.missing = exp(-(integer(far, precision) * integer(far, precision) / two));
  return cells;
}

}  // namespace hallmark::check
