#pragma once

#include <mpfr.h>

#include <bit>
#include <cstdint>

#include "numbers/exact.hpp"

namespace hallmark::check {

/// How many words of 64 bits so many bits take, or a bit more.
inline std::uint64_t limbs(Count bits) { return bits / 64 + 1; }

/// yes and no are proved, unknown is honest. Not convertible to bool.
enum class Truth { no, yes, unknown };

[[nodiscard]] constexpr bool proved(Truth truth) { return truth == Truth::yes; }
[[nodiscard]] constexpr Truth negated(Truth truth) {
  return truth == Truth::unknown ? truth : truth == Truth::yes ? Truth::no : Truth::yes;
}

/// Sets the exponent range of MPFR for this thread: less than 2^30 either way, which every
/// width of word has. Every domain of a certificate stays far inside; what does not becomes an infinite or a zero end,
/// which is an honest enclosure.
void set_exponent_range();

/// A closed interval of reals with MPFR ends, possibly infinite: [lo, hi] encloses one unknown real.
/// Rigor:    every operation rounds its lower end down and its upper end up; a NaN end becomes the infinite one. An
///           operation whose argument leaves its domain (log, sqrt) encloses the values on the part inside;
///           division by an interval with 0 gives the whole line.
/// Cost:     as MPFR; the precision of a result is the larger of its arguments'. Counted by the meter, as Integer is.
class Interval {
 public:
  explicit Interval(mpfr_prec_t precision);  ///< [0, 0]; throws TooMuchWork where memory is not meant for it
  Interval(const Integer& value, mpfr_prec_t precision);
  Interval(const Rational& value, mpfr_prec_t precision);
  Interval(const Integer& lo, const Integer& hi, mpfr_prec_t precision);
  Interval(const Interval& other);
  Interval(Interval&& other) noexcept;
  Interval& operator=(Interval other) noexcept;
  ~Interval();

  [[nodiscard]] static Interval unit(mpfr_prec_t precision);  ///< [0, 1]
  [[nodiscard]] static Interval pi(mpfr_prec_t precision);
  [[nodiscard]] static Interval exactly(double value, mpfr_prec_t precision);  ///< value, finite; precision >= 53
  [[nodiscard]] static Interval between(mpfr_srcptr lo, mpfr_srcptr hi);       ///< lo <= hi, of one precision

  [[nodiscard]] mpfr_prec_t precision() const { return mpfr_get_prec(lo_); }
  [[nodiscard]] mpfr_srcptr lo() const { return lo_; }
  [[nodiscard]] mpfr_srcptr hi() const { return hi_; }
  [[nodiscard]] bool finite() const { return mpfr_number_p(lo_) != 0 && mpfr_number_p(hi_) != 0; }
  [[nodiscard]] bool contains(const Rational& value) const;

  [[nodiscard]] Interval lower() const;  ///< [lo, lo]
  [[nodiscard]] Interval upper() const;  ///< [hi, hi]

  friend Interval operator+(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a, const Interval& b);
  friend Interval operator*(const Interval& a, const Interval& b);
  friend Interval operator/(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a);

  friend Interval sqrt(const Interval& a);
  friend Interval exp(const Interval& a);
  friend Interval expm1(const Interval& a);
  friend Interval log(const Interval& a);
  friend Interval log1p(const Interval& a);
  friend Interval erfc(const Interval& a);
  friend Interval cos(const Interval& a);
  friend Interval sin(const Interval& a);
  friend Interval atan(const Interval& a);
  friend Interval min(const Interval& a, const Interval& b);
  friend Interval max(const Interval& a, const Interval& b);
  friend Interval times_power_of_two(const Interval& a, long exponent);  ///< a * 2^exponent
  friend Interval from_ends(const Interval& lo, const Interval& hi);     ///< [lo.lo, hi.hi]

 private:
  struct Unchecked {};  // what must not throw takes nothing from the meter
  Interval(mpfr_prec_t precision, Unchecked) noexcept;
  using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

  static Interval line(mpfr_prec_t precision);  // all reals
  // A function at both ends, at the price of each.
  static Interval ends(Unary function, mpfr_srcptr for_lo, mpfr_srcptr for_hi, std::uint64_t units);
  // The lower end from a's lower end and another one's, rounded down; the upper one from a's upper end, rounded up.
  static Interval ends(Binary function, const Interval& a, const Interval& b, mpfr_srcptr for_lo, mpfr_srcptr for_hi,
                       std::uint64_t units);
  static Interval at_point(Unary function, mpfr_srcptr x);
  static Interval corners(Binary function, const Interval& a, const Interval& b, std::uint64_t units);
  [[nodiscard]] std::int64_t kept() const;  // in memory, its place in a table too
  void repair();                            // NaN ends become infinite ones

  mpfr_t lo_;
  mpfr_t hi_;
};

[[nodiscard]] inline Interval integer(const Integer& value, mpfr_prec_t precision) { return {value, precision}; }

[[nodiscard]] Truth less(const Interval& a, const Interval& b);
[[nodiscard]] Truth less_equal(const Interval& a, const Interval& b);
[[nodiscard]] Truth less(const Interval& a, const Rational& b);
[[nodiscard]] Truth less_equal(const Interval& a, const Rational& b);

/// a^n by repeated squaring.
[[nodiscard]] Interval nth_power(const Interval& a, Count n);

/// floor(a.lo * 2^exponent) and ceil(a.hi * 2^exponent); the end must be finite.
[[nodiscard]] Integer scaled_floor(const Interval& a, Count exponent);
[[nodiscard]] Integer scaled_ceil(const Interval& a, Count exponent);

/// Phi(x) = erfc(-x/sqrt 2)/2
[[nodiscard]] Interval normal_cdf(const Interval& x);

/// An integer e with |a| <= 2^e for every a in the interval; the ends must be finite. 0 for [0, 0].
[[nodiscard]] Count exponent_above(const Interval& a);

/// How hard to try: relative precision `bits`, for a value of about 2^-scale (scale >= 0). A hint: it changes the
/// width, never the truth.
struct Effort {
  Count bits = 64;
  Count scale = 0;
  Integer grid = 0;  ///< cells per unit of log ratio, where there is a grid
};

}  // namespace hallmark::check
