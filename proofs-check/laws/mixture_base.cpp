#include "laws/mixture_base.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

Interval integer(long value, mpfr_prec_t precision) { return {Integer(value), precision}; }

/// The sum of c_2i r^2i/(2i+1), times 2^unit, within `error`, for f(s) = e^(-ms-s^2/2) = sum c_i s^i; m and r in units
/// of 2^-unit/2. Domain: (|m|+1) r <= 2^-order, order >= 2.
struct Series {
  Integer value;
  unsigned long error;
};

Series series(const Integer& twice_m, const Integer& twice_r, unsigned long unit, unsigned long order) {
  // d_i = c_i r^i: d_(i+1) = -(m r d_i + r^2 d_(i-1))/(i+1). Every step adds at most 5 units of error, the earlier
  // errors count at most 1/4 + 1/16: each d_i is known within 8 units.
  const Integer mr = (twice_m * twice_r) >> (unit + 2);
  const Integer rr = (twice_r * twice_r) >> (unit + 2);
  Integer before = 0;
  Integer here = Integer(1) << unit;
  Series sum{here, 0};
  // By Cauchy's estimate on |s| = 1/(|m|+1), |c_i| <= 4.5 (|m|+1)^i: what follows i = last is below 6 units.
  const unsigned long last = (unit + order - 1) / order;
  Integer next, term;
  for (unsigned long i = 1; i <= last + 1; ++i) {
    mpz_mul(raw(next), raw(mr), raw(std::as_const(here)));
    mpz_addmul(raw(next), raw(rr), raw(std::as_const(before)));
    mpz_fdiv_q_2exp(raw(next), raw(std::as_const(next)), unit);
    mpz_neg(raw(next), raw(std::as_const(next)));
    mpz_fdiv_q_ui(raw(next), raw(std::as_const(next)), i);
    std::swap(before, here);
    std::swap(here, next);
    if (i % 2 == 0) {
      mpz_fdiv_q_ui(raw(term), raw(std::as_const(here)), i + 1);
      sum.value += term;
      sum.error += 9;
    }
  }
  sum.error += 6;
  return sum;
}

/// The mass between a and b, given in units of 2^-unit and each within `slack` such units of the end that is meant.
Interval mass_of(const Integer& a, const Integer& b, const Integer& slack, unsigned long unit, int depth,
                 Budget& budget) {
  const auto precision = static_cast<mpfr_prec_t>(unit);
  const Integer twice_m = a + b;
  const Integer twice_r = b > a ? Integer(b - a) : Integer(0);
  const Integer ratio = ((abs(twice_m) + (Integer(1) << (unit + 1))) * (twice_r + 1)) >> (unit + 2);  // (|m|+1) r
  const std::size_t size = mpz_sizeinbase(raw(ratio), 2);
  if (size + 2 > unit) {
    if (depth == 0) throw TooMuchWork();
    const Integer middle = (a + b) >> 1;
    return mass_of(a, middle, slack, unit, depth - 1, budget) + mass_of(middle, b, slack, unit, depth - 1, budget);
  }
  const unsigned long order = std::max(std::size_t{2}, unit - size - 1);
  budget.charge(unit / order + 64, unit / 16 + 32);
  const Series sum = series(twice_m, twice_r, unit, order);
  // 2 r phi(m) times the sum. An end that moves by `slack` takes mass of density at most 1.5 phi(m) with it.
  const Integer value = twice_r * sum.value;
  const Integer wrong = twice_r * sum.error + ((slack * 3 + abs(Integer(a - b)) - twice_r) << unit);
  const Interval half = times_power_of_two(Interval(Integer(value - wrong), Integer(value + wrong), precision),
                                           -2 * static_cast<long>(unit));
  const Interval m = times_power_of_two(Interval(twice_m, precision + 64), -1 - static_cast<long>(unit));
  return half * exp(-(m * m) / integer(2, precision)) / sqrt(integer(2, precision) * Interval::pi(precision));
}

}  // namespace

Interval normal_mass(const Interval& a, const Interval& b, Budget& budget) {
  const mpfr_prec_t precision = a.precision();
  const auto unit = static_cast<long>(precision);
  const Integer a_lo = scaled_floor(a, unit);
  const Integer b_lo = scaled_floor(b, unit);
  const Integer slack = std::max(Integer(scaled_ceil(a, unit) - a_lo), Integer(scaled_ceil(b, unit) - b_lo));
  if (mpz_sizeinbase(raw(slack), 2) + 16 > static_cast<std::size_t>(unit))
    throw TooMuchWork();  // |m| slack stays small
  return max(Interval(precision), mass_of(a_lo, b_lo, slack, static_cast<unsigned long>(unit), 24, budget));
}

Cells mixture_cells(const Number& rate, const Number& sigma, const BaseSpec& spec, Budget& budget) {
  const auto grid_bits = static_cast<mpfr_prec_t>(mpz_sizeinbase(raw(spec.grid), 2));
  const mpfr_prec_t precision = static_cast<mpfr_prec_t>(spec.fraction) + 2 * grid_bits + 64;
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Interval q = enclose(rate, precision);
  const Interval s = enclose(sigma, precision);
  const Interval cells_a_unit(spec.grid, precision);
  // All outputs x of -sigma far <= x <= 1 + sigma far: the rest has mass at most e^(-far^2/2) under both laws.
  const long far = static_cast<long>(sqrt(Integer(Integer(spec.fraction) * 14 / 10)).to_unsigned()) + 1;
  const Interval reach = integer(far, precision);
  const auto log_ratio = [&](const Interval& x) { return log1p(q * expm1((two * x - one) / (two * s * s))); };
  const Interval bottom = log_ratio(-(s * reach)) * cells_a_unit;
  const Interval top = log_ratio(one + s * reach) * cells_a_unit;
  if (!bottom.finite() || !top.finite() || proved(less(top, bottom))) throw TooMuchWork();
  const Integer first = scaled_floor(bottom.lower(), 0);
  const Integer last = scaled_floor(top.upper(), 0);
  if (last - first > (1 << 19)) throw TooMuchWork();
  if (mpz_sizeinbase(raw(first), 2) > 40 || mpz_sizeinbase(raw(last), 2) > 40) throw TooMuchWork();

  Cells cells(spec.grid, precision);
  const auto count = (last - first + 1).to_unsigned();
  cells.check_room(count);
  budget.charge(count, 4000);
  const Interval step = exp(Interval(Rational(Integer(1), spec.grid), precision));
  Interval ratio = exp(Interval(Rational(first, spec.grid), precision));  // e^(jh)
  const Interval shift = one / s;
  Interval left = -reach;  // x/sigma at the lower end of the cell
  for (std::size_t i = 0; i < count; ++i) {
    ratio = ratio * step;
    Interval right = shift + reach;
    if (i + 1 < count) {
      const Interval position = (ratio - (one - q)) / q;  // e^u, u = (2x-1)/(2 sigma^2)
      if (mpfr_sgn(position.lo()) <= 0) throw TooMuchWork();
      right = s * log(position) + shift / two;
    }
    const Interval b = normal_mass(left, right, budget);
    const Interval a = normal_mass(left - shift, right - shift, budget);
    const std::int64_t low = first.to_signed() + static_cast<std::int64_t>(i);
    cells.list.push_back({low, low + 1, (one - q) * b + q * a, b});
    left = std::move(right);
  }
  cells.missing = exp(-(reach * reach) / two);
  return cells;
}

}  // namespace hallmark::check
