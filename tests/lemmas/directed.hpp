#pragma once

#include <mpfr.h>

#include <optional>
#include <string>

#include "lemmas/exact_pairs.hpp"

namespace hallmark::lemmas {

/// An interval [lo, hi] with MPFR ends that contains one unknown real. Every operation rounds lo down and hi up, so
/// that the result contains the exact image. Comparisons answer "certainly"; a false says nothing.
class Enclosure {
 public:
  static constexpr mpfr_prec_t precision = 192;

  Enclosure() : Enclosure(0L) {}
  Enclosure(long value);             // NOLINT(google-explicit-constructor): exact
  Enclosure(int value);              // NOLINT(google-explicit-constructor): exact
  Enclosure(const Rational& value);  // NOLINT(google-explicit-constructor): formulas mix both kinds of number
  Enclosure(const Enclosure& other);
  Enclosure& operator=(const Enclosure& other);
  ~Enclosure();

  Enclosure& operator+=(const Enclosure& other);
  Enclosure& operator-=(const Enclosure& other);
  Enclosure& operator*=(const Enclosure& other);
  /// Throws std::domain_error unless the divisor is certainly positive.
  Enclosure& operator/=(const Enclosure& other);

  [[nodiscard]] Rational lower() const;
  [[nodiscard]] Rational upper() const;
  /// The hull of this and other.
  [[nodiscard]] Enclosure hull(const Enclosure& other) const;
  /// "[lo, hi]" with a few digits, rounded outwards.
  [[nodiscard]] std::string text() const;

  friend Enclosure exp(const Enclosure& x);
  friend Enclosure log(const Enclosure& x);
  friend Enclosure sqrt(const Enclosure& x);
  /// From the lower end of x, whose distance from the rest of x bounds the change.
  friend Enclosure cos(const Enclosure& x);
  friend Enclosure sin(const Enclosure& x);
  friend Enclosure pi();
  /// The standard normal distribution function.
  friend Enclosure normal_cdf(const Enclosure& x);
  friend Enclosure log_factorial(int n);
  /// Certainly a <= b.
  friend bool less_equal(const Enclosure& a, const Enclosure& b);

 private:
  template <class Function>
  static Enclosure increasing(const Enclosure& x, const Function& function);

  mpfr_t lo_;
  mpfr_t hi_;
};

[[nodiscard]] Enclosure operator+(Enclosure a, const Enclosure& b);
[[nodiscard]] Enclosure operator-(Enclosure a, const Enclosure& b);
[[nodiscard]] Enclosure operator*(Enclosure a, const Enclosure& b);
[[nodiscard]] Enclosure operator/(Enclosure a, const Enclosure& b);
[[nodiscard]] Enclosure exp(const Enclosure& x);
[[nodiscard]] Enclosure log(const Enclosure& x);
[[nodiscard]] Enclosure sqrt(const Enclosure& x);
[[nodiscard]] Enclosure cos(const Enclosure& x);
[[nodiscard]] Enclosure sin(const Enclosure& x);
[[nodiscard]] Enclosure pi();
[[nodiscard]] Enclosure normal_cdf(const Enclosure& x);
[[nodiscard]] Enclosure log_factorial(int n);
[[nodiscard]] bool less_equal(const Enclosure& a, const Enclosure& b);

/// bin(n, p; k) for 0 < p < 1, from log-factorials.
[[nodiscard]] Enclosure binomial_pmf_enclosure(int n, const Rational& p, int k);
/// Pr[Bin(n, p) <= k] for k below n p, summed downwards with a geometric remainder.
[[nodiscard]] Enclosure binomial_lower_tail_enclosure(int n, const Rational& p, int k);

/// H_w, w >= 1, of the pair of Lemma A.1 with C ~ Bin(n-1, p), or of the clones pair with the same C if e is given.
/// Terms of the exact sum over c around the mode of C, each with its tail of Bin(c, 1/2); what both truncations leave
/// out is bounded by geometric series and added to the upper end.
[[nodiscard]] Enclosure pair_delta(int n, const Rational& p, const std::optional<Rational>& e, const Rational& w);

}  // namespace hallmark::lemmas
