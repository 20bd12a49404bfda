// One direction of the Poisson-subsampled Gaussian: delta at any eps and its inverse, by closed forms and Laplace
// tables.
#pragma once

#include <memory>
#include <optional>

#include "bounds/batch/pairs.hpp"
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
  /// first. `known` encloses it too.
  [[nodiscard]] Enclosed delta(const Number& eps, slong digits, const Proved& known = {});
  /// Encloses delta(eps) with an error of about e^ln_error.
  [[nodiscard]] Proved delta_near(const Number& eps, double ln_error);
  /// inf {eps >= 0 : delta(eps) <= target}, 0 < target < 1. `near`, if positive, is about where it is: a proposal.
  [[nodiscard]] Enclosed epsilon(const Number& target, slong digits, const Rational& near = 0);
  /// The same where it is 0; nothing where delta(0) does not prove that.
  /// Kind:      encloses
  [[nodiscard]] std::optional<Enclosed> zero(const Number& target, slong digits);

  /// Where a closed form holds, or delta(eps) is known to be exactly 0 or 1 - e^eps.
  [[nodiscard]] std::optional<Enclosed> exact(const Number& eps, slong digits) const;

  /// About what a table would cost that gives delta(eps) to so many digits, or epsilon near `near`: a proposal.
  enum class Cost { small, moderate, costly, out_of_reach };
  [[nodiscard]] Cost cost_of_delta(const Number& eps, slong digits);
  [[nodiscard]] Cost cost_of_epsilon(const Number& target, slong digits, const Rational& near = 0);

  /// An eps from which on delta is exactly 0, where there is one: the upper end of largest_log_ratio.
  /// Kind:      upper bound
  /// Domain:    rate below 1
  [[nodiscard]] std::optional<Rational> zero_from() const;

 private:
  // An epsilon that is searched for, and the ends that are proved of it.
  struct Inverse {
    slong digits;
    Ball goal;  // the delta
    Rational lo;
    std::optional<Rational> hi;
    // Moves an end where a comparison of delta(eps) with the goal is proved: whether one is.
    bool settle(const Rational& eps, const Proved& value);
  };
  [[nodiscard]] bool is_zero(Inverse& inverse);
  [[nodiscard]] bool newton(Inverse& inverse, Rational& eps, double slope, bool fine) const;
  void close_around(Inverse& inverse, const Rational& eps) const;
  [[nodiscard]] bool build(double eps, double ln_delta, double ln_tolerance);
  [[nodiscard]] Ball chernoff(const Number& eps);
  [[nodiscard]] Cost cost(double eps, double ln_delta, double ln_tolerance);
  [[nodiscard]] Ball table_value(const Rational& eps) const;
  [[nodiscard]] std::optional<Ball> closed_form(const Number& eps, slong bits) const;
  [[nodiscard]] Enclosed closed_epsilon(const Number& target, slong digits) const;

  [[nodiscard]] DeltaParameters at(const Number& eps) const;

  Mechanism mechanism_;
  Direction direction_;
  Pair pair_;  // of the direction
  const Budget& budget_;
  std::optional<Scout> scout_;
  std::unique_ptr<StepTransform> transform_;
  std::optional<LaplaceTable> table_;
};

/// The larger of both directions' delta(eps).
/// Kind:      encloses
/// Domain:    as Profile
/// Source:    as Profile
class LargerProfile {
 public:
  LargerProfile(const Mechanism& mechanism, const Budget& budget)
      : remove_(mechanism, Direction::remove, budget), add_(mechanism, Direction::add, budget) {}

  [[nodiscard]] Proved delta(const Number& eps, slong digits);
  /// How often it was asked.
  [[nodiscard]] slong evaluations() const { return evaluations_; }

 private:
  Profile remove_;
  Profile add_;
  slong evaluations_ = 0;
};

}  // namespace hallmark::poisson_gaussian
