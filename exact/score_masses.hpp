// The law of a sum of independent integer scores, of each mass one side.
#pragma once

#include <optional>
#include <vector>

#include "exact/budget.hpp"
#include "exact/grid_masses.hpp"

namespace hallmark {

/// Masses of a score, or of a sum of scores: weights m_j >= 0 of the scores j, in units of 2^-unit_bits. Rounded down, a
/// weight is at most what it stands for. Rounded up it is at least that but for what `missing` counts: the weights that
/// stand for sum_j w_j, w_j the true ones, satisfy w_j <= m_j + e_j, e_j >= 0, sum_j e_j <= missing.
///
/// Kind:      upper or lower bound, as the rounding says
/// Rigor:     Products of integer polynomials, each coefficient rounded once. What is cut off the ends of a lower law is
///            lost, of an upper law it goes to `missing`: (m + e) (m' + e') = m m' + what has an e or an e' in it, in all
///            at most missing (sum m' + missing') + sum m missing'.
/// Cost:      a product of polynomials a product
class ScoreMasses {
 public:
  /// The masses of the scores first, first + 1, ...
  /// Domain:    finite balls, otherwise a broken invariant
  ScoreMasses(slong first, const std::vector<Ball>& masses, Rounding side, slong unit_bits);

  /// The law of the sum of two independent scores, of which about 2^-tail_bits is cut off at either end.
  /// Domain:    masses of one side in the same units; otherwise a broken invariant
  [[nodiscard]] static ScoreMasses product(const ScoreMasses& a, const ScoreMasses& b, slong tail_bits);
  /// The law of the sum of `count` >= 1 scores, of which about 2^-tail_bits is cut off in all; nothing when the budget
  /// ends, or where more than `points` scores would be kept.
  [[nodiscard]] std::optional<ScoreMasses> power(slong count, slong tail_bits, slong points,
                                                 const Budget& budget) const;

  [[nodiscard]] slong first() const { return first_; }
  [[nodiscard]] slong size() const { return masses_.size(); }
  /// The weight of a score, in units; 0 where none is kept.
  [[nodiscard]] const fmpz* at(slong score) const;
  /// The same as a share of 1: a proposal.
  [[nodiscard]] double share(slong score) const;
  /// The sum of the weights of all scores j >= least, each times shrink^(j - least).
  /// Kind:      encloses what is kept
  [[nodiscard]] Ball sum_from(slong least, const Ball& shrink) const;
  /// In units.
  [[nodiscard]] const Rational& missing() const { return missing_; }
  [[nodiscard]] slong unit_bits() const { return unit_bits_; }

 private:
  void trim(slong tail_bits);

  slong first_;
  slong unit_bits_;
  Rounding side_;
  GridMasses masses_;
  Rational missing_ = 0;
};

}  // namespace hallmark
