#pragma once

#include <functional>
#include <vector>

#include "numbers/fixed.hpp"
#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// Outputs with low h <= ln(P/Q) <= high h, h = 1/grid, and their masses under the two laws. low = high is said of
/// outputs whose log ratio is exactly that.
struct Cell {
  Count low, high;
  Interval p, q;
};

/// One round: every output is in one cell, infinite, or missing.
struct Cells {
  explicit Cells(Integer cells_a_unit, Count precision_)
      : grid(std::move(cells_a_unit)), precision(precision_), infinite(precision_), missing(precision_) {}

  /// Throws TooMuchWork if so many cells are more than memory is meant for: each is two intervals, their ends MPFR
  /// numbers of six limbs and their digits.
  void check_room(Count count) const { Meter::room(count, 4 * (7 + limbs(precision))); }

  Integer grid;
  Count precision;
  std::vector<Cell> list;
  Interval infinite;  ///< P-mass where Q = 0
  Interval missing;   ///< at most so much, under either law, is in none of these (the upper end counts)
};

/// The same outputs with P and Q exchanged.
/// Domain:   infinite = 0 under both laws
[[nodiscard]] Cells exchanged(const Cells& cells);

/// e^(k/grid): one product where k follows on the k asked for before, else an exponential.
class GridRatios {
 public:
  GridRatios(const Integer& grid, Count precision)
      : grid_(grid), step_(exp(Interval(Rational(Integer(1), grid), precision))), now_(Integer(1), precision) {}
  [[nodiscard]] const Interval& at(Count k);

 private:
  Integer grid_;
  Interval step_, now_;
  Count at_ = 0;
};

/// sum over i of a[i] b[k-i], for every k, in units of 2^-fraction like both.
/// Domain:   both ends add up to less than 2 in a and in b, else TooMuchWork; neither is empty
/// Cost:     two products of Count integers with a slot for each k (Kronecker's substitution)
[[nodiscard]] std::vector<Fixed> convolution(const std::vector<Fixed>& a, const std::vector<Fixed>& b, Count fraction);

/// The first `most` terms of base^n.
/// Domain:   as convolution
[[nodiscard]] std::vector<Fixed> first_terms_of_power(const std::vector<Fixed>& base, Count n, std::size_t most,
                                                      Count fraction);

/// How the powers are computed: masses in units of 2^-fraction; a block of rounds may lose 2^-negligible of its mass at
/// either edge.
struct PowerPlan {
  Count fraction;
  Count negligible;
};

/// Independent rounds of one pair, which is cut when its turn comes: the cells of one pair at a time are kept.
struct GridRounds {
  std::function<Cells()> cells;
  Count rounds;
};

/// H_w of rounds that stand on no grid, at x = ln w, from x and w.
using Rest = std::function<Interval(const Interval& x, const Interval& w)>;

/// An upper bound of H_w of the product of all rounds of all pairs and the rest, w = e^eps, eps any real.
/// Domain:   one pair at least, all on one grid; an empty rest is none
/// Rigor:    PROOFS.md 7.1 to 7.4: the grid pair dominates (P, Q), masses are only ever rounded up, moved up, or moved
///           to infinity; 7.8
/// Cost:     about 2 log2(rounds) products of polynomials a pair
[[nodiscard]] Interval upper_delta(const std::vector<GridRounds>& pairs, const Number& eps, const PowerPlan& plan,
                                   const Rest& rest = {});

/// A lower bound of the same.
/// Rigor:    PROOFS.md 7.5: the sum of the cells' indices is a statistic, and every event of it a lower bound; 7.8
[[nodiscard]] Interval lower_delta(const std::vector<GridRounds>& pairs, const Number& eps, const PowerPlan& plan,
                                   const Rest& rest = {});

}  // namespace hallmark::check
