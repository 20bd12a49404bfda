#include "exact/grid_masses.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

class Float {
 public:
  Float() { arf_init(value_); }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  ~Float() { arf_clear(value_); }
  operator arf_ptr() { return value_; }

 private:
  arf_t value_;
};

// The coefficients divided by 2^bits, rounded to the given side.
void shift_down(GridMasses& x, slong bits, Rounding side) {
  fmpz* c = coefficients(x);
  for (slong i = 0; i < x.size(); ++i) {
    if (side == Rounding::down) {
      fmpz_fdiv_q_2exp(c + i, c + i, static_cast<ulong>(bits));
    } else {
      fmpz_cdiv_q_2exp(c + i, c + i, static_cast<ulong>(bits));
    }
  }
  _fmpz_poly_normalise(x.raw());
}

}  // namespace

void to_units(fmpz_t units, const Ball& x, slong unit_bits, Rounding side) {
  require(x.is_finite(), "a finite mass");
  Float end;
  if (side == Rounding::down) {
    arb_get_lbound_arf(end, x.raw(), x.bits() + 64);
  } else {
    arb_get_ubound_arf(end, x.raw(), x.bits() + 64);
  }
  arf_mul_2exp_si(end, end, unit_bits);
  arf_get_fmpz(units, end, side == Rounding::down ? ARF_RND_FLOOR : ARF_RND_CEIL);
  if (fmpz_sgn(units) < 0) fmpz_zero(units);
}

void add_to(GridMasses& x, slong position, const fmpz_t mass) {
  require(position >= 0, "a grid point of the law");
  if (fmpz_is_zero(mass)) return;
  GridInteger sum;
  fmpz_poly_get_coeff_fmpz(sum, x.raw(), position);
  fmpz_add(sum, sum, mass);
  fmpz_poly_set_coeff_fmpz(x.raw(), position, sum);
}

Kept kept(const GridMasses& x, const fmpz_t tail) {
  const fmpz* c = coefficients(x);
  GridInteger sum;
  slong from = 0;
  slong to = x.size();
  while (from < to) {
    fmpz_add(sum, sum, c + from);
    if (fmpz_cmp(sum, tail) > 0) break;
    ++from;
  }
  fmpz_zero(sum);
  while (to > from) {
    fmpz_add(sum, sum, c + to - 1);
    if (fmpz_cmp(sum, tail) > 0) break;
    --to;
  }
  return {from, to};
}

void cut(GridMasses& x, const Kept& ends) {
  fmpz_poly_truncate(x.raw(), ends.to);
  fmpz_poly_shift_right(x.raw(), x.raw(), ends.from);
}

void sum_of(fmpz_t sum, const GridMasses& x, slong from, slong to) {
  fmpz_zero(sum);
  const fmpz* c = coefficients(x);
  for (slong i = std::max(slong{0}, from); i < std::min(to, x.size()); ++i) fmpz_add(sum, sum, c + i);
}

void set_product(GridMasses& r, const GridMasses& a, const GridMasses& b, slong unit_bits, Rounding side) {
  if (&a == &b) {
    fmpz_poly_sqr(r.raw(), a.raw());
  } else {
    fmpz_poly_mul(r.raw(), a.raw(), b.raw());
  }
  shift_down(r, unit_bits, side);
}

Rational integer(const fmpz_t x) {
  Rational r;
  fmpz_set(fmpq_numref(r.raw()), x);
  return r;
}

double log_of(const fmpz_t x) {
  slong exponent = 0;
  const double mantissa = fmpz_get_d_2exp(&exponent, x);
  return steady::log(mantissa) + static_cast<double>(exponent) * std::numbers::ln2;
}

}  // namespace hallmark
