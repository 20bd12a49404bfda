#pragma once

#include <vector>

#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// One outcome with its mass under P and ln(P/Q); both laws give it something.
struct LogOutcome {
  Interval p, log_ratio;
};

/// One round of a pair by its outcomes.
struct Outcomes {
  std::vector<LogOutcome> list;
  Interval infinite;  ///< the P-mass where Q is 0

  /// An upper bound of the P-mass of all that is nowhere else: what the masses lack of 1.
  [[nodiscard]] Interval missing() const;
};

/// More are refused.
inline constexpr Count kMostOutcomes = 20'000;

/// Geometric noise, discrete Gaussian noise, any (eps, delta)-private mechanism: the pairs of PROOFS.md section 14.
/// Cost:     a few functions an outcome
[[nodiscard]] Outcomes discrete_laplace(const Number& a, Count sensitivity, Count precision);
[[nodiscard]] Outcomes discrete_gaussian(const Number& sigma2, Count sensitivity, Count precision);
[[nodiscard]] Outcomes eps_delta(const Number& eps, const Number& delta, Count precision);

/// ((1-q) Q + q P, Q) of a symmetric pair without infinite outcomes; with `add` its two laws exchanged.
[[nodiscard]] Outcomes sampled(const Outcomes& whole, const Number& rate, bool remove);

}  // namespace hallmark::check
