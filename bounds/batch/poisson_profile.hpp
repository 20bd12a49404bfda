// One direction of the Poisson-subsampled Gaussian: delta at any eps and its inverse, by closed forms and Laplace
// tables.
#pragma once

#include <memory>
#include <optional>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/poisson_laplace.hpp"

namespace hallmark::poisson_gaussian {

/// An interval that shrinks as more is proved; it starts at [0, 1].
struct Proved {
  Rational lo = 0;
  Rational hi = 1;
  void meet(const Ball& enclosure);
  void meet(const Rational& lower, const Rational& upper);
};

/// delta(eps) of one direction, remove or add; parameters checked by the caller.
class Profile {
 public:
  Profile(const Mechanism& mechanism, Direction direction, const Budget& budget);

  /// Encloses delta(eps) to a relative width of 10^-digits, or as well as the tables go. A table already there is tried
  /// first.
  [[nodiscard]] Outcome delta(const Number& eps, long digits);
  /// Encloses delta(eps) with an error of about e^ln_error.
  [[nodiscard]] Proved delta_near(const Number& eps, double ln_error);
  /// inf {eps >= 0 : delta(eps) <= target}, 0 < target < 1.
  [[nodiscard]] Outcome epsilon(const Number& target, long digits);

  /// T ln(1/(1-q)); rate below 1.
  [[nodiscard]] Ball largest(long bits) const;

 private:
  [[nodiscard]] bool build(double eps, double ln_delta, double ln_tolerance);
  [[nodiscard]] Ball chernoff(const Number& eps);
  [[nodiscard]] std::optional<Outcome> exact(const Number& eps, long digits) const;
  [[nodiscard]] Ball table_value(const Rational& eps) const;
  [[nodiscard]] std::optional<Ball> closed_form(const Number& eps, long bits) const;
  [[nodiscard]] Outcome closed_epsilon(const Number& target, long digits) const;

  Mechanism mechanism_;
  Direction direction_;
  const Budget& budget_;
  std::optional<Scout> scout_;
  std::optional<LaplaceTable> table_;
};

}  // namespace hallmark::poisson_gaussian
