// Finite laws of a likelihood ratio in the convex order: sums, products, and the hockey-stick divergences they bound.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "exact/budget.hpp"
#include "exact/number.hpp"

namespace hallmark {

/// The convex functions f >= 0 on [0, inf) of finite slope at infinity f'(inf) that a law speaks for.
enum class Slope {
  rising,   // nondecreasing f, such as (x - e^eps)_+: the remove direction
  falling,  // nonincreasing f, such as (1 - e^eps x)_+: the add direction; f'(inf) = 0
};

/// Whether a law bounds the expectations from above or from below.
enum class Side { upper, lower };

/// A finite measure sum_i mass_i at position_i with a first moment at infinity: it bounds
/// Phi(f) = E_Q f(R) + f'(inf) s, where R = dP/dQ >= 0 and s = P(dQ = 0), of a pair (P, Q).
///
///   upper:  Phi(f) <= sum_i mass_i f(position_i) + f'(inf) infinity    for every f of the law's slope
///   lower:  Phi(f) >= the same
///
/// Positions increase (weakly), are 0 or in [2^-250, 2^250]; masses are positive, those of an upper law at least
/// 2^-460; infinity is 0 where the slope is falling. Masses need not add up to 1: at least 1 (upper), at most 1
/// (lower). The doubles are exact numbers; what they mean is the inequality, not an approximation.
struct ConvexLaw {
  Slope slope;
  Side side;
  std::vector<double> position;
  std::vector<double> mass;
  double infinity = 0;
};

/// How fine a grid to use and how far out. Proposals: any value gives valid laws, only wider ones.
struct Resolution {
  slong nodes = 4096;             // of the grid after every operation, 16..65536
  double smallest_delta = 1e-10;  // the divergences wanted are not much smaller than this
};

/// One value of the likelihood ratio: R in [ratio_lo, ratio_hi], Q-mass in [mass_lo, mass_hi]; all finite and >= 0.
struct RatioAtom {
  double ratio_lo;
  double ratio_hi;
  double mass_lo;
  double mass_hi;
};

/// A pair (P, Q) by atoms, with what they leave out.
struct RatioAtoms {
  std::vector<RatioAtom> atoms;  // in any order
  double singular_lo = 0;        // lower and
  double singular_hi = 0;        // upper bound of P(dQ = 0), not among the atoms
  double missing_q = 0;          // upper bounds of the Q-mass and
  double missing_p = 0;          // the P-mass (its singular part too) of all that is neither an atom nor counted above
};

/// Bounds of both sides for one slope: all that is known about one direction of a pair.
struct RatioLaw {
  ConvexLaw upper;
  ConvexLaw lower;
};

/// The law of a finite list of atoms.
/// Kind:      encloses
/// Domain:    0 <= lo <= hi for every pair of bounds, masses at most 2, sum of mass * ratio below 2^250; otherwise
///            throws InputError
/// Rigor:     for nondecreasing f: q f(r) <= mass_hi f(ratio_hi) and >= mass_lo f(ratio_lo); for nonincreasing f the
///            other ends of the ratio. What is missing, with Q-mass a and P-mass b: 0 <= Phi(f) <= a f(0) + f'(inf) b.
/// Cost:      sorting
[[nodiscard]] RatioLaw atoms_law(const RatioAtoms& atoms, Slope slope);

/// The law of X = exp(s Z - s^2/2), Z standard normal under Q, s^2 = variance: the Gaussian mechanism of sensitivity 1
/// has variance rounds / sigma^2.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    0 < variance; otherwise throws InputError
/// Rigor:     masses and first moments of cells from erfc in balls. Upper: the mass of a cell goes to its two ends by
///            the chord; beyond the last node g: mass there, E(X - g)_+ to infinity. Lower: Jensen, an atom at the
///            cell's barycentre, its position rounded down (rising) or up (falling).
/// Cost:      4 erfc evaluations a node
[[nodiscard]] std::optional<RatioLaw> lognormal_law(const Number& variance, Slope slope, const Resolution& resolution,
                                                    const Budget& budget = {});

/// The same for a variance known by a ball (1 / ln(2)^2 is no Number).
/// Kind:      encloses; nothing when the budget ends
/// Domain:    a ball of 192 bits or more, above 0; otherwise throws InputError
[[nodiscard]] std::optional<RatioLaw> lognormal_law(const Ball& variance, Slope slope, const Resolution& resolution,
                                                    const Budget& budget = {});

/// The masses of {R < x} and {R >= x} under both laws, at x > 0.
struct RatioTail {
  Ball q_below;
  Ball q_above;
  Ball p_below;
  Ball p_above;
};
using RatioTails = std::function<RatioTail(double x)>;

/// Where a ratio about lies: increasing positions with masses under Q. A proposal.
struct RatioSketch {
  std::vector<double> position;
  std::vector<double> mass;
};

/// The law of a ratio whose distribution is known, both laws mutually absolutely continuous.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    tails of balls of 192 bits or more, callable by two threads at once; otherwise throws InputError
/// Rigor:     as lognormal_law: the first moment of a cell of R under Q is its mass under P
/// Cost:      one call of the tails a node and side
[[nodiscard]] std::optional<RatioLaw> tails_law(const RatioTails& tails, const RatioSketch& sketch, Slope slope,
                                                const Resolution& resolution, const Budget& budget = {});

/// The law of the sum of two independent ratios. Not a ratio: E = 2; see divided().
/// Kind:      encloses; nothing when the budget ends
/// Domain:    laws of one slope; otherwise throws InputError
/// Rigor:     x -> Phi'(f(x + .)) is again convex of the same monotonicity and the same slope at infinity, so both
///            inequalities hold for all pair sums with infinity = B |nu'| + B' |nu| (upper uses |nu|, |nu'| >= 1, lower
///            <= 1). Then the re-grid: upper along chords, lower by barycentres; convex_kernel.hpp bounds all rounding.
/// Cost:      nodes^2 pairs, half of it for equal laws; 4 to 8 ns a pair; both sides at once on two threads
[[nodiscard]] std::optional<RatioLaw> sum(const RatioLaw& a, const RatioLaw& b, const Resolution& resolution,
                                          const Budget& budget = {});

/// The law of the product of two independent ratios: the composition of two pairs.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    laws of one slope; otherwise throws InputError
/// Rigor:     as sum(), with infinity = B M' + B' M + B B', M the first moment of the positions: M + B >= E_Q R + s
///            (upper), <= (lower) because f(x) = x is one of the functions, so that the slope at infinity of x ->
///            sum_i mass'_i f(x position'_i) + x f'(inf) B' is on the right side of that of x -> Phi'(f(x .)).
/// Cost:      as sum()
[[nodiscard]] std::optional<RatioLaw> product(const RatioLaw& a, const RatioLaw& b, const Resolution& resolution,
                                              const Budget& budget = {});

/// The law of the sum of `count` independent copies, by left-to-right binary expansion of count.
/// Kind:      encloses; nothing when the budget ends, nor where rounding has grown a mass beyond 1024 (more than about
///            10^15 sums and products in all)
/// Domain:    1 <= count <= 10^12; otherwise throws InputError
/// Cost:      log2(count) squarings and one sum() with the law itself a set bit
[[nodiscard]] std::optional<RatioLaw> power_sum(const RatioLaw& law, slong count, const Resolution& resolution,
                                                const Budget& budget = {});

/// The law of the product of `count` independent copies: the `count`-fold composition.
/// Kind:      encloses; nothing when the budget ends, nor where rounding has grown a mass beyond 1024 (more than about
///            10^15 sums and products in all)
/// Domain:    1 <= count <= 10^12; otherwise throws InputError
/// Cost:      as power_sum()
[[nodiscard]] std::optional<RatioLaw> power_product(const RatioLaw& law, slong count, const Resolution& resolution,
                                                    const Budget& budget = {});

/// The law of R / count: from the sum of `count` ratios to the ratio of their uniform mixture.
/// Kind:      encloses
/// Domain:    1 <= count
[[nodiscard]] RatioLaw divided(const RatioLaw& law, slong count);

/// The law of 1 - rate + rate R: one step of Poisson subsampling.
/// Kind:      encloses
/// Domain:    0 <= rate <= 1; otherwise throws InputError
[[nodiscard]] RatioLaw subsampled(const RatioLaw& law, const Number& rate);
[[nodiscard]] ConvexLaw subsampled(const ConvexLaw& law, const Number& rate);

/// One side of a law with the grids it was made on, an operation each: what it takes to make the law again elsewhere.
struct TracedLaw {
  ConvexLaw law;
  std::vector<std::vector<double>> grids;
};

/// One side of lognormal_law, power_sum, power_product, product and divided, grid by grid.
/// Kind:      upper or lower bound, as the law's side says; nothing when the budget ends or the law is too large to be
///            combined as it is
/// Units:     traced_sum: the result stands for `share` of `count` copies in all
/// Domain:    as theirs; laws of one slope and side
/// Cost:      half of theirs
[[nodiscard]] std::optional<TracedLaw> traced_lognormal(const Number& variance, Slope slope, Side side,
                                                        const Resolution& resolution, const Budget& budget = {});
[[nodiscard]] std::optional<TracedLaw> traced_power_sum(const ConvexLaw& law, slong count, const Resolution& resolution,
                                                        const Budget& budget = {});
[[nodiscard]] std::optional<TracedLaw> traced_power_product(const ConvexLaw& law, slong count,
                                                            const Resolution& resolution, const Budget& budget = {});
[[nodiscard]] std::optional<TracedLaw> traced_sum(const ConvexLaw& a, const ConvexLaw& b, slong share, slong count,
                                                  const Resolution& resolution, const Budget& budget = {});
[[nodiscard]] std::optional<TracedLaw> traced_product(const ConvexLaw& a, const ConvexLaw& b,
                                                      const Resolution& resolution, const Budget& budget = {});
[[nodiscard]] ConvexLaw divided(const ConvexLaw& law, slong count);

/// Two rationals around one number.
struct RationalEnds {
  Rational lo;
  Rational hi;
};

/// delta = E(R - e^eps)_+ + s (rising: remove), E(1 - e^eps R)_+ (falling: add).
/// Kind:      encloses; ends are binary64 numbers, hi at most 1
/// Units:     eps in nats, any real
/// Domain:    the law of a ratio (E_Q R + s = 1): a sum must have been divided()
/// Rigor:     the hinge is one of the functions of the law; e^eps from balls, its lower end for the upper law and its
///            upper end for the lower law; sums as in convex_kernel.hpp
/// Cost:      O(nodes)
[[nodiscard]] RationalEnds delta(const RatioLaw& law, const Number& eps);

/// The end of delta on the law's side.
/// Kind:      upper bound of an upper law, lower bound of a lower law
/// Domain:    as delta
[[nodiscard]] Rational delta_end(const ConvexLaw& law, const Number& eps);

/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses: lo is 0 or delta_lo(lo) > delta was evaluated (strictly), delta_hi(hi) <= delta was; no hi
///            where no such point was found
/// Units:     nats
/// Domain:    0 <= delta <= 1; otherwise throws InputError
/// Rigor:     the true delta(eps) is nonincreasing; nothing is assumed of the computed ones
/// Cost:      about 100 evaluations of delta
struct EpsilonBounds {
  Rational lo;
  std::optional<Rational> hi;
};
[[nodiscard]] EpsilonBounds epsilon(const RatioLaw& law, const Rational& delta);

}  // namespace hallmark
