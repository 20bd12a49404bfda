// Masses on a grid as integer polynomials, each rounded to a stated side.
#pragma once

#include "exact/ball.hpp"
#include "exact/decimal.hpp"

namespace hallmark {

/// An owned fmpz_t.
class GridInteger {
 public:
  GridInteger() { fmpz_init(value_); }
  GridInteger(const GridInteger&) = delete;
  GridInteger& operator=(const GridInteger&) = delete;
  ~GridInteger() { fmpz_clear(value_); }
  operator fmpz*() { return value_; }
  operator const fmpz*() const { return value_; }

 private:
  fmpz_t value_;
};

/// An owned fmpz_poly_t: the masses of the grid points, in units.
class GridMasses {
 public:
  GridMasses() { fmpz_poly_init(value_); }
  GridMasses(const GridMasses& other) : GridMasses() { fmpz_poly_set(value_, other.value_); }
  GridMasses(GridMasses&& other) noexcept : GridMasses() { fmpz_poly_swap(value_, other.value_); }
  GridMasses& operator=(GridMasses other) noexcept {
    fmpz_poly_swap(value_, other.value_);
    return *this;
  }
  ~GridMasses() { fmpz_poly_clear(value_); }
  [[nodiscard]] fmpz_poly_struct* raw() { return value_; }
  [[nodiscard]] const fmpz_poly_struct* raw() const { return value_; }
  [[nodiscard]] slong size() const { return static_cast<slong>(fmpz_poly_length(value_)); }

 private:
  fmpz_poly_t value_;
};

/// The coefficients.
/// Kind:      exact
[[nodiscard]] inline fmpz* coefficients(GridMasses& x) { return x.raw()->coeffs; }
[[nodiscard]] inline const fmpz* coefficients(const GridMasses& x) { return x.raw()->coeffs; }

/// 2^unit_bits x as an integer on the given side; masses are at least 0, whatever the ball says.
/// Kind:      upper or lower bound, as the rounding says
/// Domain:    a finite ball; otherwise a broken invariant
void to_units(fmpz_t units, const Ball& x, slong unit_bits, Rounding side);

/// Adds a mass at a position.
/// Kind:      exact
/// Domain:    position >= 0; otherwise a broken invariant
void add_to(GridMasses& x, slong position, const fmpz_t mass);

/// Positions [from, to) that are left when leading and trailing masses are cut that add up to at most `tail` each.
/// Kind:      exact
struct Kept {
  slong from;
  slong to;
};
[[nodiscard]] Kept kept(const GridMasses& x, const fmpz_t tail);

/// Leaves those positions; the first of them becomes position 0.
/// Kind:      exact
void cut(GridMasses& x, const Kept& ends);

/// The sum of the masses at positions in [from, to).
/// Kind:      exact
void sum_of(fmpz_t sum, const GridMasses& x, slong from, slong to);

/// Becomes the product of two in units of 2^-unit_bits, in the same units, every coefficient rounded to the side.
/// Kind:      upper or lower bound, as the rounding says
void set_product(GridMasses& r, const GridMasses& a, const GridMasses& b, slong unit_bits, Rounding side);

/// The same number as a rational.
/// Kind:      exact
[[nodiscard]] Rational integer(const fmpz_t x);

/// ln x of a positive integer.
/// Kind:      a proposal
[[nodiscard]] double log_of(const fmpz_t x);

}  // namespace hallmark
