#pragma once

#include <vector>

#include "numbers/interval.hpp"

namespace hallmark::check {

/// Masses of narrow cells under the standard normal law, by the power series of the density about their middle: the
/// difference of two values of erfc takes ten times as long.
class NarrowMasses {
 public:
  static constexpr Count kDepth = 6;     ///< cells reach 2^-kDepth at most to either side of their middle
  static constexpr Count kExponent = 6;  ///< which is within 2^kExponent

  explicit NarrowMasses(Count precision);

  /// The mass of what is at most `half` away from the middle.
  /// Domain:   0 < half <= 2^-depth, depth >= kDepth; the middle within 2^kExponent
  /// Rigor:    PROOFS.md section 20.1
  /// Cost:     about 3 precision/depth products
  [[nodiscard]] Interval around(const Interval& middle, const Interval& half, Count depth) const;

 private:
  [[nodiscard]] Count terms(Count depth, Count exponent) const;

  Count precision_;
  Interval root_;                  // of 2/pi
  std::vector<Interval> inverse_;  // 1, 1/2, 1/3, ...
};

}  // namespace hallmark::check
