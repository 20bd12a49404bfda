// How large a transform gets on a stretch of a vertical line, from values at some of its points.
#pragma once

#include <functional>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark::composition {

/// What is known of M on the line Re z = a: |M(a + it)| at a point; at least M(a), and at least E_P (L - c)^2 e^(aL) for
/// some c. A value that is small enough makes steps long, and is no part of a proof.
struct LineFacts {
  std::function<Ball(const Rational& t)> modulus;
  Ball norm;
  Ball spread;
  double small_enough = 0;
};

/// At least |M(a + it)| for every t from `from` to `to`.
/// Kind:      upper bound, as the upper end of a ball; the norm where the points do not reach, or the budget ends
/// Domain:    0 < from
/// Rigor:     G(t) = |M(a + it)|^2 = sum over pairs of outcomes of p p' e^(a(L+L')) cos(t(L-L')), so that |G'(t)| is at most t
///            sum p p' e^(a(L+L')) (L-L')^2 <= 2 t N S, N the norm and S the spread, and at most 2 N sqrt(N S), because |M
///            e^(-itc)|' is at most E|L-c| e^(aL). Between two points G grows by at most their distance times the smaller
///            of both at the farther point.
/// Source:    ours; proofs-check/PROOFS.md section 14.10
/// Cost:      a few values where |M| has fallen, the more the nearer it is to the norm
[[nodiscard]] Ball largest_between(const LineFacts& facts, const Rational& from, const Rational& to,
                                   const Budget& budget);

/// The distance to the next point of such a cover: the growth on the way is about a sixth of what G lacks of N^2, or
/// what it lacks of the square of a value that is small enough.
/// Kind:      a proposal
/// Domain:    doubles of the same names, 0 <= g <= norm^2
[[nodiscard]] double cover_step(double t, double g, double norm, double spread, double small_enough = 0);

/// What a cover says where |M|^2 is about g.
/// Kind:      a proposal
[[nodiscard]] constexpr double covered(double g, double norm) { return g + (norm * norm - g) / 6; }

}  // namespace hallmark::composition
