// A second road to the composed Poisson-subsampled Gaussian: its law on a grid, by exact integer powers.
#pragma once

#include <optional>

#include "bounds/batch/poisson_gaussian.hpp"
#include "exact/lattice_law.hpp"

namespace hallmark::poisson_gaussian {

/// The cells of one step's log ratio: remove: ln(A/B) under (A, B); add: ln(B/A) under (B, A).
/// Kind:      encloses
/// Domain:    0 < rate < 1, 0 < sigma, direction not both
/// Rigor:     L(y) = ln(1 - q + q e^u) is increasing in y, so a cell [v, v'] of L is the interval of y with ends
///            sigma ln((e^v - 1 + q)/q) + 1/(2 sigma), its masses differences of normal distribution functions (of
///            upper tails where y > 0). What lies beyond the cells is mass below or missing mass, as the direction has
///            it.
/// Source:    as delta() of poisson_gaussian.hpp
/// Cost:      3 erfc a cell; nothing when the budget ends
[[nodiscard]] std::optional<RatioCells> step_cells(const Mechanism& mechanism, Direction direction, slong scale,
                                                   double reach, slong bits, const Budget& budget);

/// delta and epsilon of one direction from T-fold products on a grid of about `points` points; refined until the digits
/// are there or `points` reaches its limit.
/// Kind:      encloses
/// Rigor:     LatticeLaw
class GridProfile {
 public:
  /// Nothing when the budget ends. `smallest_delta`: ln of the least value of interest, a proposal.
  [[nodiscard]] static std::optional<GridProfile> build(const Mechanism& mechanism, Direction direction, slong points,
                                                        double ln_smallest_delta, const Budget& budget);
  [[nodiscard]] LatticeLaw::Value delta(const Number& eps) const { return law_.delta(eps); }
  /// Ends by bisection of each law's profile: delta(lo) > target >= delta(hi); no hi where none was found.
  struct Inverted {
    Rational lo;
    std::optional<Rational> hi;
  };
  [[nodiscard]] Inverted epsilon(const Number& target, slong digits, const Budget& budget) const;

 private:
  explicit GridProfile(LatticeLaw law) : law_(std::move(law)) {}
  LatticeLaw law_;
};

/// The limits of the refinement.
inline constexpr slong fewest_points = slong{1} << 11;
inline constexpr slong most_points = slong{1} << 16;

}  // namespace hallmark::poisson_gaussian
