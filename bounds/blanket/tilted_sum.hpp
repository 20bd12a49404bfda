// Sums of many copies of a law on a lattice, tilted so that their middle stands where the sum is 0.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark::blanket {

/// Masses of consecutive integers.
struct Masses {
  slong first = 0;
  std::vector<Ball> at;  // finite, at least 0 up to rounding

  [[nodiscard]] slong last() const { return first + static_cast<slong>(at.size()) - 1; }
};

/// The law of the sum S of `rounds` independent copies: P{S = k} = scale e^(-theta k) p(k), p a law of its own.
struct TiltedSum {
  Ball theta;
  Ball scale;
  slong low;                  // the window is [low, low + window.size())
  std::vector<Ball> window;   // at least p(k), and in all more by at most `outside`
  Ball outside;               // at least what p has outside the window
  std::vector<Ball> growths;  // a few t >= 0 ...
  std::vector<Ball> beyond;   // ... and E_p e^(t (S - high)), high the window's last

  [[nodiscard]] slong high() const { return low + static_cast<slong>(window.size()) - 1; }
  [[nodiscard]] const Ball& at(slong k) const { return window[static_cast<std::size_t>(k - low)]; }
};

/// Kind:      encloses; nothing when the budget ends or the window would be too large
/// Domain:    0 <= rounds, masses with a positive total
/// Rigor:     a discrete Fourier transform in balls (circular_power) wraps what is outside the window onto it; Chernoff
///            bounds on both sides say how much that is. The tilt is a proposal.
/// Cost:      two transforms of about 18 standard deviations of the sum
[[nodiscard]] std::optional<TiltedSum> tilted_sum(const Masses& masses, slong rounds, slong bits, const Budget& budget);

/// At least E S_+.
/// Kind:      upper bound; infinite where the tail is not bounded
/// Domain:    of tilted_sum
/// Rigor:     beyond the window k <= high e^((theta + t)(k - high)) where (theta + t) high >= 1
[[nodiscard]] Ball positive_part_upper(const TiltedSum& sum, slong bits);

}  // namespace hallmark::blanket
