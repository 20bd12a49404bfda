// Sums of many copies of a law on a lattice, tilted so that their middle stands where the sum is 0.
#pragma once

#include <optional>
#include <vector>

#include "bounds/blanket/frequencies.hpp"
#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark::blanket {

/// Masses of consecutive integers.
struct Masses {
  slong first = 0;
  std::vector<Ball> at;  // finite, at least 0 up to rounding

  [[nodiscard]] slong last() const { return first + static_cast<slong>(at.size()) - 1; }
  /// Those that are not 0, and both ends.
  [[nodiscard]] Placed placed() const;
};

/// The law of the sum S of `rounds` independent copies: P{S = k} = scale e^(-theta k) p(k), p a law of its own. Around a
/// circle of n = 2^log2_size points it is q(k), the sum of all p(k + m n).
struct TiltedSum {
  Ball theta;
  Ball scale;
  slong low;  // the window is [low, low + n)
  slong log2_size;
  double deviation;                 // of p, about
  std::vector<Ball> window;         // q there; or, where few frequencies matter,
  std::vector<Run> runs;            // those in [0, n/2] ...
  std::vector<ComplexBall> powers;  // ... and there sum_k q(k) e^(2 pi i k frequency / n),
  Ball left_out;                    // without all others q is off by no more
  Ball outside;                     // at least what p has outside the window, and q - p inside, in all
  std::vector<Ball> growths;        // a few t >= 0 ...
  std::vector<Ball> beyond;         // ... and E_p e^(t (S - high)), high the window's last

  [[nodiscard]] slong high() const { return low + (slong{1} << log2_size) - 1; }
  [[nodiscard]] slong middle() const { return low + (slong{1} << (log2_size - 1)); }
  [[nodiscard]] const Ball& at(slong k) const { return window[static_cast<std::size_t>(k - low)]; }
};

/// What the integers of a law stand for, one for each: the law is tilted so that their mean is 0.
using Meanings = std::vector<double>;

/// The middle is where the sum of the meanings is 0; where they are left out, integers stand for themselves, and it is 0.
/// Kind:      encloses; nothing when the budget ends or the frequencies would be too many
/// Domain:    1 <= rounds, masses with a positive total; as many meanings, if any
/// Rigor:     large_frequencies says where a power of the transform is not negligible; where that is in many places, a
///            discrete Fourier transform (circular_power). What is outside the window is wrapped onto it; Chernoff bounds
///            on both sides say how much that is. The tilt is a proposal.
/// Cost:      of large_frequencies, and about a hundred values of the transform: free of `rounds` where they are many;
///            else two transforms of about 18 standard deviations of the sum
[[nodiscard]] std::optional<TiltedSum> tilted_sum(const Placed& masses, slong rounds, slong bits, const Budget& budget,
                                                  const Meanings& meanings = {});

/// At least E S_+.
/// Kind:      upper bound; infinite where the tail is not bounded
/// Domain:    of tilted_sum without meanings, whose window is around 0
/// Rigor:     with z = e^(-theta - 2 pi i f / n), sum_k k z^k over 1 <= k <= h is z (1 - (h + 1) z^h + h z^(h + 1)) / (1 - z)^2,
///            and sum_k q(k) k e^(-theta k) the mean over all frequencies f of that times the powers, by Parseval; beyond
///            the window k <= high e^((theta + t)(k - high)) where (theta + t) high >= 1
[[nodiscard]] Ball positive_part_upper(const TiltedSum& sum, slong bits);

/// What an event gains where the own score and the others' sum S are at least some total: sum_j g_j P{S >= total - j} for
/// gains g_j of the own scores j.
class EventGain {
 public:
  /// Nothing when the budget ends. The sum must outlive it.
  [[nodiscard]] static std::optional<EventGain> of(const TiltedSum& sum, Placed gains, slong bits,
                                                   const Budget& budget);

  /// The total in (first, last) that makes the gain largest, searched from the middle on.
  /// Kind:      a proposal
  [[nodiscard]] slong best_total(slong first, slong last) const;

  /// The gain by scale q, S in the window.
  /// Kind:      encloses
  /// Domain:    total - j in the window or one above it, for every j
  /// Rigor:     sum_k e^(-theta k) q(k) over total - j <= k <= high, by Parseval the mean of the powers times (z^(total - j) -
  ///            z^(high + 1)) / (1 - z), z as above; without the other frequencies it is off by at most left_out
  ///            sum_j |g_j| n e^(-theta (total - j))
  [[nodiscard]] Ball at(slong total) const;

 private:
  EventGain(const TiltedSum& sum, Placed gains, slong bits);
  [[nodiscard]] Ball by_window(slong total) const;
  [[nodiscard]] Ball by_frequencies(slong total) const;

  const TiltedSum& sum_;
  Placed gains_;
  slong bits_;
  slong wide_;                   // of powers of z
  std::vector<ComplexBall> at_;  // sum_j g_j z^-j at every frequency; nothing where there is a window
};

}  // namespace hallmark::blanket
