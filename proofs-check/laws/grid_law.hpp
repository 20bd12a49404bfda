#pragma once

#include <vector>

#include "numbers/budget.hpp"
#include "numbers/fixed.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// The masses of a set of outputs under the two laws.
struct Masses {
  Interval p, q;
};

/// One round, cut into cells of the log ratio L = ln(P/Q): cell j holds outputs with jh <= L <= (j+1)h, h = 1/grid.
/// Every output is in one cell, on one boundary, at ratio 1, infinite, or missing.
struct Cells {
  struct Boundary {
    std::int64_t index;  ///< of one output with (index-1)h <= L <= (index+1)h, meant for L next to index h
    Masses masses;       ///< of that output alone: the bounds taken of it do not hold for sums
  };

  explicit Cells(Integer cells_a_unit, mpfr_prec_t precision_)
      : grid(std::move(cells_a_unit)),
        precision(precision_),
        equal(precision_),
        infinite(precision_),
        p_missing(precision_),
        q_missing(precision_) {}

  /// Throws TooMuchWork if so many masses are more than memory is meant for: each is two intervals, their ends MPFR
  /// numbers of six limbs and their digits.
  void check_room(std::uint64_t cells) const {
    check_memory(cells, 4 * (6 + static_cast<std::uint64_t>(precision) / 64));
  }

  Integer grid;
  mpfr_prec_t precision;
  std::int64_t first = 0;
  std::vector<Masses> masses;  ///< of the cells first, first + 1, ...
  std::vector<Boundary> boundaries;
  Interval equal;                 ///< where P = Q: one mass for both
  Interval infinite;              ///< P-mass where Q = 0
  Interval p_missing, q_missing;  ///< at most so much is in none of these (upper ends count)
};

/// sum over i of a[i] b[k-i], for every k, in units of 2^-fraction like both; fraction a multiple of 64.
[[nodiscard]] std::vector<Fixed> convolution(const std::vector<Fixed>& a, const std::vector<Fixed>& b,
                                             unsigned long fraction, Budget& budget);

/// The same outputs with P and Q exchanged.
/// Domain:   infinite = 0 under both laws
[[nodiscard]] Cells exchanged(const Cells& cells);

/// How the powers are computed: masses in units of 2^-fraction, fraction a multiple of 64; a block of rounds may lose
/// 2^-negligible of its mass at either edge.
struct PowerTuning {
  unsigned long fraction;
  unsigned long negligible;
};

/// An upper bound of H_w(P^rounds||Q^rounds), w = e^eps, eps any real.
/// Rigor:    PROOFS.md 7.1 to 7.4: the grid pair dominates (P, Q), masses are only ever rounded up, moved up, or moved
///           to infinity
/// Cost:     about 2 log2(rounds) products of polynomials
[[nodiscard]] Interval upper_delta(const Cells& cells, std::uint64_t rounds, const Number& eps,
                                   const PowerTuning& tuning, Budget& budget);

/// A lower bound of the same.
/// Rigor:    PROOFS.md 7.5: the sum of the cells' indices is a statistic, and every event of it a lower bound
[[nodiscard]] Interval lower_delta(const Cells& cells, std::uint64_t rounds, const Number& eps,
                                   const PowerTuning& tuning, Budget& budget);

}  // namespace hallmark::check
