#include "exact/score_masses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "exact/error.hpp"

namespace hallmark {
namespace {

slong length_of(slong n) { return static_cast<slong>(std::bit_width(static_cast<ulong>(n))); }

}  // namespace

ScoreMasses::ScoreMasses(slong first, const std::vector<Ball>& masses, Rounding side, slong unit_bits)
    : first_(first), unit_bits_(unit_bits), side_(side) {
  fmpz_poly_fit_length(masses_.raw(), static_cast<slong>(masses.size()));
  GridInteger mass;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    to_units(mass, masses[i], unit_bits, side);
    add_to(masses_, static_cast<slong>(i), mass);
  }
}

const fmpz* ScoreMasses::at(slong score) const {
  static const GridInteger none;
  const slong i = score - first_;
  return i < 0 || i >= masses_.size() ? static_cast<const fmpz*>(none) : coefficients(masses_) + i;
}

double ScoreMasses::share(slong score) const {
  slong exponent = 0;
  const double mantissa = fmpz_get_d_2exp(&exponent, at(score));
  return std::ldexp(mantissa, static_cast<int>(exponent - unit_bits_));
}

Ball ScoreMasses::sum_from(slong least, const Ball& shrink) const {
  const slong bits = shrink.bits();
  Ball sum(0, bits);
  Ball mass(0, bits);
  for (slong j = first_ + size() - 1; j >= least; --j) {
    arb_set_fmpz(mass.raw(), at(j));
    arb_mul(sum.raw(), sum.raw(), shrink.raw(), bits);
    arb_add(sum.raw(), sum.raw(), mass.raw(), bits);
  }
  return sum.mul_2exp(-unit_bits_);
}

void ScoreMasses::trim(slong tail_bits) {
  GridInteger tail;
  if (tail_bits < unit_bits_) fmpz_one_2exp(tail, static_cast<ulong>(unit_bits_ - std::max(tail_bits, slong{1})));
  const Kept ends = kept(masses_, tail);
  if (side_ == Rounding::up) {
    GridInteger low, high;
    sum_of(low, masses_, 0, ends.from);
    sum_of(high, masses_, ends.to, masses_.size());
    missing_ += integer(low) + integer(high);
  }
  cut(masses_, ends);
  first_ += ends.from;
}

ScoreMasses ScoreMasses::product(const ScoreMasses& a, const ScoreMasses& b, slong tail_bits) {
  require(a.side_ == b.side_ && a.unit_bits_ == b.unit_bits_, "masses of one side in one unit");
  ScoreMasses r(a.first_ + b.first_, {}, a.side_, a.unit_bits_);
  set_product(r.masses_, a.masses_, b.masses_, a.unit_bits_, a.side_);
  if (a.side_ == Rounding::up) {
    GridInteger total_a, total_b;
    sum_of(total_a, a.masses_, 0, a.size());
    sum_of(total_b, b.masses_, 0, b.size());
    const Rational both = a.missing_ * (integer(total_b) + b.missing_) + integer(total_a) * b.missing_;
    r.missing_ = ceil(both / pow(Rational(2), a.unit_bits_));
  }
  r.trim(tail_bits);
  return r;
}

std::optional<ScoreMasses> ScoreMasses::power(slong count, slong tail_bits, slong points, const Budget& budget) const {
  require(count >= 1, "at least one score");
  // What is cut at a power m is cut count / m times over.
  const auto tail = [&](slong m) { return tail_bits + length_of(count / m) + 4; };
  ScoreMasses base(*this);
  base.trim(tail(1));
  ScoreMasses result(base);
  slong m = 1;
  for (slong bit = length_of(count) - 2; bit >= 0; --bit) {
    if (budget.expired() || result.size() > points) return std::nullopt;
    m *= 2;
    result = product(result, result, tail(m));
    if (((count >> bit) & 1) == 0) continue;
    if (budget.expired() || result.size() > points) return std::nullopt;
    ++m;
    result = product(result, base, tail(m));
  }
  return result;
}

}  // namespace hallmark
