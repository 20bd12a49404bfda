#pragma once

#include <functional>
#include <vector>

#include "numbers/budget.hpp"
#include "numbers/interval.hpp"

namespace hallmark::check {

/// The trapezoid rule for E[g(N)], N standard normal, g(x) = G(s x) with G analytic and bounded where |Im| <= pi/2.
/// Rigor:    |h sum phi(kh) g(kh) - E[g(N)]| <= 2 M e^{y^2/2}/(e^{2 pi y/h} - 1) for any 0 < y <= pi/(2s), M the
///           bound of |g|; what is left beyond +-Kh is at most M erfc(Kh/sqrt 2) (PROOFS.md section 8.4)
class NormalTrapezoid {
 public:
  /// Chooses step and window for an error of about M 2^-accuracy; the choice is a proposal only.
  NormalTrapezoid(const Interval& s, long accuracy, mpfr_prec_t precision);

  /// h sum phi(kh) g(kh) over the window
  [[nodiscard]] Interval sum(const std::function<Interval(const Interval&)>& g, Budget& budget) const;
  /// [-e, e] with |E[g(N)] - sum| <= e where |g| <= bound in the strip
  [[nodiscard]] Interval error(const Interval& bound) const;

 private:
  [[nodiscard]] Interval weight(std::uint64_t k) const;  ///< h phi(kh)

  mpfr_prec_t precision_;
  Interval strip_;
  Interval step_;
  std::uint64_t half_count_ = 0;  ///< nodes -half_count..half_count
  Interval relative_error_;
};

}  // namespace hallmark::check
