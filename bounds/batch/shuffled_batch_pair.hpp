// The whole curve of the pair (P_S, Q_S) of shuffled batches, enclosed on a lattice.
#pragma once

#include "bounds/batch/shuffled_batch.hpp"
#include "hallmark/words.hpp"

namespace hallmark::shuffled_batch {

/// An enclosure of the divergence and what was used for it.
struct PairBracket {
  Rational lo;
  Rational hi;
  bool reached;  // to the digits asked for
  slong bits;
  slong cells;  // of the last lattice; 0 if none was needed
};

/// D_{e^eps}(P_S || Q_S), P_S = (1/T) sum_t N(2 e_t, s^2 I), Q_S = (1/T) sum_t N(e_t, s^2 I).
/// Kind:      encloses; a lower bound for the mechanism (with Conjecture 3.2 its delta)
/// Units:     a probability; zero-out; P_S is the larger side
/// Domain:    0 < sigma, 0 <= eps, 1 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     with l_a = dN(a, s^2)/dN(0, s^2) and v = l_2 - w l_1, w = e^eps, the divergence is E (sum_t v(x_t))_+ /
///            T, x_t independent N(0, s^2), by the definition. v = a y^2 - b y with y = e^(x/s^2), a = e^(-2/s^2), b =
///            w e^(-1/(2 s^2)), so that {v <= c} is an interval of y and N(0), N(1), N(2) measure it. **above.** (sum
///            v)_+ is nondecreasing and convex in each v_t. So v may be raised to -L where it is below, min(v, U)
///            spread onto the two lattice points next to it, both mean-preserving, and E (v - U)_+ added: (sum v)_+ <=
///            (sum min(v, U))_+ + sum (v - U)_+. E_0[v; v <= c] = N_2{v <= c} - w N_1{v <= c} gives the spread.
///            **below.** any event that does not depend on the order of the coordinates: that the lattice points next
///            to the clipped v_t add to at least k0. With one coordinate apart it is E g(S), S the sum of the T - 1
///            others, g(k) = N_2{K >= k0 - k} - w N_1{K >= k0 - k}. The laws of the sums come wrapped around a circle
///            (circular_power), which only adds mass; what was outside the window is bounded by Chernoff, -w <= g <= 1.
///            At most the delta of one coordinate (psi <= psi(0)), at least the best threshold.
/// Source:    [CGKKMSZ24] Conjecture 3.2 (the pair); the evaluation is ours
/// Cost:      four Fourier transforms of about 2^16 to 2^19 points
[[nodiscard]] PairBracket delta_pair(const DeltaParameters& parameters, slong digits, const Budget& budget = {});

/// The same in one direction where all the other records stand at -level: remove D_{e^eps}(P || Q), add D_{e^eps}(Q ||
/// P), P = (1/T) sum_t N((level+1) e_t, s^2 I), Q = (1/T) sum_t N(level e_t, s^2 I).
/// Kind:      encloses; level <= 1: a lower bound for the mechanism; beyond, of the pair alone
/// Units:     a probability; zero-out
/// Domain:    0 < sigma, 0 <= eps, 0 <= level, 1 <= steps <= 10^15; one direction; otherwise throws InputError
/// Rigor:     add(w) = 1 - w + w remove(1/w) (complement the event). remove: with l_a = dN(a, s^2)/dN(0, s^2) and v =
///            l_(level+1) - w l_level the divergence is E (sum_t v(x_t))_+ / T = 1 - w + E (sum_t v(x_t))_- / T, x_t
///            independent N(0, s^2). v falls to its least value m and rises from there (level = 0: it rises from -w), so
///            that {v <= c} is an interval. **above.** Where some v is at least (T-1) |m| the sum is not negative: v may
///            be cut there, spread onto the two lattice points next to it with the mean kept, and the convex function
///            (.)_- of the sum grows. **below.** An event, as in delta_pair. At most the delta of one coordinate (joint
///            convexity), at least max(0, 1 - w).
/// Source:    [CGKKMSZ24] Section 4.3.1 (the pairs); the evaluation is ours
/// Cost:      some thousand roots, four Fourier transforms of up to 2^21 points; nothing but the trivial ends where the sum
///            needs more
[[nodiscard]] PairBracket delta_pair_at(const DeltaParameters& parameters, const Rational& level, Direction direction,
                                        slong digits, const Budget& budget = {});

}  // namespace hallmark::shuffled_batch
