// The likelihood-ratio laws of the shuffle model's pairs as atoms: clones, k-ary randomized response, shuffled 2RR.
#pragma once

#include "bounds/composition/finite_law.hpp"
#include "exact/number.hpp"

namespace hallmark::atoms {

/// The clones pair of [FMT21] Theorem 3.2: C ~ Bin(n-1, e^-eps0), A ~ Bin(C, 1/2), D ~ Bern(E/(E+1)), E = e^eps0;
/// P = (A + D, C - A + 1 - D), Q = (A + 1 - D, C - A + D).
/// Kind:      encloses; gives up where the list would be longer than `most`, or when the budget ends
/// Units:     replace-one; both directions (the pair is symmetric)
/// Domain:    1 <= n <= 10^15, 0 < eps0; otherwise throws InputError
/// Rigor:     given C = c, m = c + 1: x = the first coordinate has P = 2^-c C(m,x) (a x + b (m-x))/m, and Q with a =
///            E/(E+1) and b = 1/(E+1) exchanged; the ratio depends on x/m alone, so equal fractions can be merged.
///            Masses of one c by their ratio (m-x)/(x+1).
/// Source:    [FMT21] Theorem 3.2
/// Cost:      O(n e^-eps0 tail_bits) ball operations
[[nodiscard]] AtomSource clones(slong n, const Number& eps0);

/// The pair of k-ary randomized response against the strong adversary of [KHH21], beta_n unseen: N = Mult(n-1; g, g,
/// 1-2g), g = gamma/k; P = N + (1, 0), Q = N + (0, 1).
/// Kind:      as clones
/// Units:     replace-one; both directions
/// Domain:    1 <= n <= 10^15, k >= 2, 0 < gamma < 1
/// Rigor:     the clones pair with C ~ Bin(n-1, 2 gamma/k) and a = 1, b = 0: x = m is an infinite ratio
/// Source:    [KHH21] Section 3.1
[[nodiscard]] AtomSource krr_strong_pair(slong n, slong k, const Number& gamma);

/// The strong adversary's view itself: with probability gamma user n's report is exposed as random (ratio 1), otherwise
/// krr_strong_pair.
/// Kind:      encloses, as clones
/// Domain:    as krr_strong_pair
/// Rigor:     beta_n is part of the view and has the same law under both datasets; the products of this law are the
///            sums over j of C(R,j) (1-gamma)^j gamma^(R-j) delta of j pairs
/// Source:    [KHH21] Section 3.1
[[nodiscard]] AtomSource krr_strong(slong n, slong k, const Number& gamma);

/// k-ary randomized response against the weak adversary: B ~ Bin(n-1, gamma) random reports of the others, m = B + 1, S
/// ~ Bin(m, 2/k) of m uniform messages in the two categories, N1 ~ Bin(S, 1/2): P = (k/m) ((1-gamma) N1 + gamma m/k)
/// times that law, Q with N2 = S - N1.
/// Kind:      as clones
/// Units:     replace-one; both directions
/// Domain:    as krr_strong_pair
/// Source:    [KHH21] Section 3.2, corrected: see errata 5
/// Cost:      O((n gamma)^(3/2)) ball operations
[[nodiscard]] AtomSource krr_weak(slong n, slong k, const Number& gamma);

/// Shuffled 2RR: the number of ones, `others` of the n - 1 other users holding 1; P: user 1 holds 1, Q: user 1 holds 0.
/// Kind:      as clones
/// Units:     replace-one; remove as listed, add for swapped()
/// Domain:    as rr2::delta
/// Rigor:     R = Bin(others, a) + Bin(n-1-others, b): P(j) = a R(j-1) + b R(j), Q(j) = b R(j-1) + a R(j)
/// Source:    [FMT21] Appendix G
/// Cost:      O(sqrt n) ball operations for others = 0 or n - 1, otherwise a product of polynomials of that degree
[[nodiscard]] AtomSource rr2(slong n, const Number& eps0, slong others);

}  // namespace hallmark::atoms
