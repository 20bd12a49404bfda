// The transform of one round's log ratio on a vertical line: what a phase gives to the route contour.
#pragma once

#include <optional>
#include <vector>

#include "exact/budget.hpp"
#include "exact/complex_ball.hpp"
#include "exact/rational.hpp"

namespace hallmark::composition {

/// A path of the inversion: Re z = a, the nodes Im z = k dt, k = 0 .. nodes - 1, and the orders that bound the aliases.
struct Path {
  Rational a;
  Rational dt;
  slong nodes = 0;
  Rational right;  // above a
  Rational left;   // the moment taken is that of -(1 + left)
  slong bits = 64;
  double ln_error = -40;  // about how large an error of ln M may be: a proposal
};

/// M(z) = E_P e^(z L) over the finite values of the log ratio L of one round in one direction, z real or on a line.
/// Kind:      what every function encloses, or proposes, is said there
/// Rigor:     that of the phase
class LineTransform {
 public:
  LineTransform() = default;
  LineTransform(const LineTransform&) = delete;
  LineTransform& operator=(const LineTransform&) = delete;
  virtual ~LineTransform() = default;

  /// ln M(a), any real a; infinite where it cannot be said. A proposal.
  [[nodiscard]] virtual double cumulant(double a) const = 0;
  /// ln |M(a + it)|, about as `beyond` will bound it. A proposal.
  [[nodiscard]] virtual double cumulant_at(double a, double /*t*/) const { return cumulant(a); }

  /// Whether only its size is known, by the two functions above: what is asked is computed in the other direction.
  [[nodiscard]] virtual bool proposes_only() const { return false; }

  /// Paths stand here or to the right.
  [[nodiscard]] virtual double least_line() const { return 0; }
  /// What the values of one path cost whatever its nodes are, in nodes: a proposal.
  [[nodiscard]] virtual double line_cost(double /*a*/) const { return 0; }

  /// The values at the nodes of a path; nothing when the budget ends.
  [[nodiscard]] virtual std::optional<std::vector<ComplexBall>> values(const Path& path,
                                                                       const Budget& budget) const = 0;
  /// At least M(a), as the upper end of a ball.
  [[nodiscard]] virtual Ball at_most(const Rational& a, slong bits, const Budget& budget) const = 0;
  /// At least |M(path.a + it)| for every t from the end of the path on, as the upper end of a ball.
  [[nodiscard]] virtual Ball beyond(const Path& path, slong bits, const Budget& budget) const {
    return at_most(path.a, bits, budget);
  }
  /// The same for every t from `from` to `to`, and about ln of it: a proposal.
  [[nodiscard]] virtual Ball between(const Rational& a, const Rational& /*from*/, const Rational& /*to*/, slong bits,
                                     const Budget& budget) const {
    return at_most(a, bits, budget);
  }
  [[nodiscard]] virtual double cumulant_between(double a, double /*from*/, double /*to*/) const { return cumulant(a); }
  /// M(0) and M(-1): the P-mass and the Q-mass of the outcomes that the transform is about.
  struct Masses {
    Ball p;
    Ball q;
  };
  [[nodiscard]] virtual Masses masses(slong bits, const Budget& /*budget*/) const {
    return {Ball(1, bits), Ball(1, bits)};
  }
  /// The P-mass of outcomes without a finite log ratio.
  [[nodiscard]] virtual Ball infinite(slong bits, const Budget& /*budget*/) const { return Ball(0, bits); }
  /// At least the P-mass of outcomes that are left out, whatever their log ratio.
  [[nodiscard]] virtual Ball missing(slong bits, const Budget& /*budget*/) const { return Ball(0, bits); }
};

}  // namespace hallmark::composition
