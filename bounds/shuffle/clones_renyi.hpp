// The Renyi divergence of the clones pair of [FMT21] Theorem 3.2.
#pragma once

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"

namespace hallmark::clones {

/// The largest order of the Renyi divergences of the shuffle model.
inline constexpr slong largest_order = 1'000'000'000'000'000;

struct RenyiParameters {
  slong n;           // reports
  Number eps0;       // nats, the local guarantee
  Number alpha;      // order
  slong rounds = 1;  // compositions on the same data, adaptive ones included
};

/// D_alpha(P0 || P1) rounds = rounds / (alpha - 1) ln(1 + sum_c bin(n-1, e^-eps0; c) (M_c - 1)), M_c = E[f(T)], T the
/// mean of c + 1 fair signs, f(t) = cosh((2 alpha - 1) A) / cosh(A), A = artanh(q t), q = tanh(eps0 / 2).
///
/// Kind:      encloses; when the budget ends, the partial sum below and the bound of all cells (see Rigor) above
/// Units:     nats; replace-one; both directions (the pair is symmetric)
/// Domain:    1 <= n <= 10^15, 0 < eps0, 1 < alpha <= 10^15, 1 <= rounds <= 10^15; otherwise throws InputError
/// Rigor:     given C = c and m = c+1 the ratio of the pair is (1+z)/(1-z), z = q T up to the sign of T, and f is the
///            even part of (1+z) ((1+z)/(1-z))^(alpha-1), which has nonnegative Taylor coefficients a_k; all summands
///            are nonnegative, so partial sums are lower bounds.
///            T in [t, t'] has probability at most 2 e^(-m I(t)), I(t) = ((1+t) ln(1+t) + (1-t) ln(1-t)) / 2, which
///            makes of bin(n-1, p) a tilted binomial law in c; cells [t, t'] that cover [0, 1], with the largest value
///            of the function on each, bound whatever is left out.
///            By moments: M_c - 1 = sum_j a_2j q^2j E[T^2j], the moments being polynomials in 1/m (powers of cosh). f's
///            own rest after J terms is at most (t/s)^(2J+2) f(s) for |t| <= s. Of many c the powers of 1/m become
///            factorials, of which E is known over all c (clones_renyi.cpp: Factorials).
///            By terms: M_c - 1 summed over T. Whichever is cheaper; c in a window either way.
/// Source:    [FMT21] Theorem 3.2; composition by adding, as for every Renyi divergence
/// Cost:      O(J^3) ball operations, J of the order alpha^2 e^eps0 / n + bits, and of few c J a count; or by terms at most
///            n e^-eps0 bits, few where alpha is so large that only T = 1 counts
/// Example:   renyi({.n = 1, .eps0 = Number("ln(3)"), .alpha = 2}, 128).to_string(10)
///            -> [0.8472978604 +/- 1.28e-11]
[[nodiscard]] Ball renyi(const RenyiParameters& parameters, slong bits, const Budget& budget = {});

}  // namespace hallmark::clones
