// Bounded range, rounds chosen adaptively: the supremum over the class by its recursion, on a grid of thresholds.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/convex_law.hpp"
#include "exact/number.hpp"

namespace hallmark::basic {

/// V_T(w) = the supremum of H_w over T adaptive rounds, each a pair whose log ratios lie in an interval of length `range`.
/// Kind:      encloses: the upper numbers are upper bounds between the points of the grid too, the lower ones are attained
/// Units:     nats; both directions, which are the same by symmetry of the class
/// Domain:    0 < range, 1 <= rounds, 1 <= cells
/// Rigor:     after the first round the rest is a game of its own: V_T(w) is the supremum over a pair (P, Q) of
///            E_Q[X V_(T-1)(w/X)], X = dP/dQ, convex in X, so the worst pair of a range has the two ends of it, ratios w/a
///            and w/b, b = a e^range: V_T(w) = sup over a <= w <= b of the chord of V_(T-1) between a and b, at w. V is
///            convex, nonincreasing, 1 - w below e^(-T range), 0 above e^(T range). Lower: a on the grid of points
///            e^(k range/cells). Upper: V is at most its chords between the points. With a in one cell, V_(T-1) at most
///            c0 + c1 a there and d0 + d1 b at b, the chord at w is at most (A a + B + C/a)/(E - 1), E = e^range, A =
///            E(c1 - d1), B = E c0 - d0 + w (E d1 - c1), C = w (d0 - c0): at the cell's ends a chord of points, between
///            them at most B - 2 sqrt(AC), needed where a^2 = C/A may lie there (A, C < 0; else each term at its best end)
/// Source:    [DDR20] (the game); the enclosure is our own
/// Cost:      about 2 rounds^2 cells^2 products
class RangeTable {
 public:
  /// Nothing when the budget ends.
  [[nodiscard]] static std::optional<RangeTable> build(const Number& range, slong rounds, slong cells, slong bits,
                                                       const Budget& budget);
  /// Both ends of V_rounds(e^eps).
  [[nodiscard]] RationalEnds delta(const Number& eps) const;

 private:
  // What the numbers at the points say of the next round.
  struct ChordLine {  // the chord between the points j and j + cells: base + slope w
    Ball base;
    Ball slope;
  };
  struct Piece {  // the bound for a strictly between the points j and j + 1
    Ball base;
    Ball slope;
    Ball root;  // subtracted sqrt(w) times this
    Ball from;  // where the place is between the points
    Ball to;
    bool zero = false;  // nothing above 0
    bool anywhere = false;
  };
  struct Round {
    std::vector<ChordLine> below;
    std::vector<ChordLine> above;
    std::vector<Piece> pieces;
  };

  RangeTable(const Number& range, slong rounds, slong cells, slong bits);
  [[nodiscard]] std::size_t place(slong k) const { return static_cast<std::size_t>(k + reach_); }
  [[nodiscard]] Round next() const;
  [[nodiscard]] ChordLine chord(const std::vector<Ball>& values, std::size_t from, std::size_t to) const;
  [[nodiscard]] Piece piece(std::size_t j) const;
  [[nodiscard]] Ball upper(const Round& round, const Ball& w, const Ball& root, slong first, slong last) const;
  [[nodiscard]] Ball lower(const Round& round, const Ball& w, slong first, slong last) const;

  slong rounds_;
  slong cells_;
  slong bits_;
  slong reach_;  // points -reach .. reach
  Ball range_;
  Ball growth_;  // e^range
  std::vector<Ball> point_;
  std::vector<Ball> root_;
  std::vector<Ball> above_;  // of V after the rounds done, at the points
  std::vector<Ball> below_;
  Round last_;
};

}  // namespace hallmark::basic
