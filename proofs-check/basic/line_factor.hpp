#pragma once

#include <memory>
#include <optional>

#include "batch/line_transform.hpp"
#include "statement/quantity.hpp"

namespace hallmark::check {

/// Where the transforms of a composition are evaluated: Re z = a, Im z = k step, k = 0 .. nodes - 1.
struct Line {
  Rational a, step;
  std::uint64_t nodes = 0;
};

/// The rules of one phase of batches: for its values, its largest value, what lies beyond the nodes, and the
/// two orders of the aliases.
struct BatchRules {
  Rule values, norm, beyond, right, left;
};

/// M(z) = E_P e^(z L) over the finite log ratios L of one round, in one direction.
/// Rigor:    PROOFS.md section 14.9; every function encloses or bounds
class LineFactor {
 public:
  LineFactor() = default;
  LineFactor(const LineFactor&) = delete;
  LineFactor& operator=(const LineFactor&) = delete;
  virtual ~LineFactor() = default;

  [[nodiscard]] virtual std::vector<Box> values(const Line& line) const = 0;
  /// An upper bound of M(line.a), M(right), M(-1 - left).
  [[nodiscard]] virtual Interval at_line(const Line& line) const = 0;
  [[nodiscard]] virtual Interval at_right(const Rational& right) const = 0;
  [[nodiscard]] virtual Interval at_left(const Rational& left) const = 0;
  /// An upper bound of |M(line.a + it)| for every t beyond the nodes.
  [[nodiscard]] virtual Interval beyond(const Line& line) const { return at_line(line); }
  /// M(0) and M(-1).
  [[nodiscard]] virtual Interval p_mass() const = 0;
  [[nodiscard]] virtual Interval q_mass() const = 0;
  /// The P-mass where Q is 0; an upper bound of that of outcomes left out.
  [[nodiscard]] virtual Interval infinite() const = 0;
  [[nodiscard]] virtual Interval missing() const = 0;
};

/// The factor of a phase at a precision; `rules` for batches. Throws Rejected where it has no transform.
/// Cost:     nodes of the line times outcomes, or times nodes of the rule
[[nodiscard]] std::unique_ptr<const LineFactor> line_factor(const Phase& phase, bool remove, const BatchRules* rules,
                                                            mpfr_prec_t precision, Budget& budget);

}  // namespace hallmark::check
