// The double sum of ThreeCounts where it is large: boundary points along diagonals in place of all pairs of counts.
#pragma once

#include <functional>
#include <optional>

#include "bounds/shuffle/three_counts.hpp"

namespace hallmark {

/// first N1 - second N2 - third U, in the counts of a ThreeCounts.
struct Weights {
  Ball first;
  Ball second;
  Ball third;
};

/// A sum of three counts to be had at any precision.
struct CountsAtBits {
  std::function<ThreeCounts(slong bits)> counts;
  std::function<Weights(slong bits)> slope;
};

/// `always` is for tests: where the sum over all pairs of counts is cheaper, and for any size of the value.
enum class DiagonalsAre { where_cheaper, always };

struct PositivePart {
  Ball value;  // E[(gain N1 - loss N2 - drift U)_+]
  Ball slope;  // about E[first N1 - second N2 - third U where gain N1 > loss N2 + drift U]: a proposal
};

/// From how many draws on the diagonals are worth trying: a choice of cost alone.
constexpr slong diagonals_from = 1'000;

/// positive_part, and what its derivative is made of, where the value is at least about 2^-300.
///
/// Kind:      encloses (the value); nothing when the budget ends, where the balls are too wide to place the thresholds,
///            where the value is smaller, or where the sum over all pairs of counts is not much costlier
/// Shape:     relatively accurate to about `bits` bits: the sums are taken at more, by the size of the value and of n
/// Domain:    as positive_part
/// Rigor:     given t = N1 + N2 and N1 = k, the gain is both (k - tau t - step U), both = gain + loss, tau = loss / both,
///            step = drift / both, and U is Bin(n - t, rho). With V(t, k) = (k - tau t) / step and T, M mass and partial
///            mean of U up to v = floor(V), its expectation is both ((k - tau t) T - step M), and a v that is off by one
///            leaves out, or takes in, |V - v| step both times one mass. M = rho c T - rho (c - v) bin(c, rho; v), c = n - t.
///            For A < V <= B these are the points. Where V > B all U count but for drift E(U - B)_+, and the sum over k is
///            fair_coins' pmf and tail; where V <= A at most drift E(A - U)_+ is left. On the diagonal 2k - t = d, V
///            moves by (2 tau - 1) / step from one point to the next, so T follows by that many masses:
///            P(Bin(c-1) <= v) = P(Bin(c) <= v) + rho bin(c-1, rho; v).
/// Source:    as positive_part
/// Cost:      diagonals times the window of U: about sqrt(n bits) where (2 tau - 1) sqrt(n) is moderate
[[nodiscard]] std::optional<PositivePart> positive_part_by_diagonals(const CountsAtBits& x, slong bits,
                                                                     const Budget& budget,
                                                                     DiagonalsAre used = DiagonalsAre::where_cheaper);

/// Two ends of positive_part, soon: a bracket where the sum itself takes too long.
///
/// Kind:      encloses; nothing when the budget ends, or where the window of U is not known
/// Shape:     some percent apart where U moves little beside N1 and N2
/// Domain:    as positive_part
/// Rigor:     given t = N1 + N2, f(u) = E(gain N1 - loss N2 - drift u)_+ is convex in u and falls by at most drift a unit.
///            Below: Jensen's inequality, f at the mean of U. Above: on [A, B] f is at most its chord c, beyond B at most
///            f(B) <= c(u) + drift (u - B), below A at most f(A) + drift (A - u) <= c(u) + drift (A - u); the mean of c(U) is c
///            at the mean, and E(U - B)_+ + E(A - U)_+ is bounded by the masses beyond, as in positive_part_by_diagonals
/// Cost:      a few ball operations for each t: sqrt(n) of them
[[nodiscard]] std::optional<Ball> positive_part_at_mean(const CountsAtBits& x, const Budget& budget);

}  // namespace hallmark
