// Shuffled k-ary randomized response: what two adversaries of [KHH21] see, exactly.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::krr {

/// n users hold one of k categories each; with probability gamma a user's report is replaced by a uniform category.
/// The adversary knows the data of all users but the last, sees the shuffled reports, and knows who was replaced:
enum class View {
  strong,       // of all n users, the last one included
  strong_pair,  // the same, as if the last one were never replaced: an upper bound
  weak,         // of the first n-1 users
};

struct DeltaParameters {
  slong n;       // users
  slong k;       // categories
  Number gamma;  // a probability
  Number eps;    // nats
};

/// delta = H_{e^eps} between the views when the last user holds one category and when they hold another.
///   strong_pair: H_w((N1+1, N2) || (N1, N2+1)), (N1, N2) the first two counts of n-1 draws of probability gamma/k
///   each; strong:      (1-gamma) times that; weak:        k / (gamma n) E[((1-gamma)(N1 - w N2) - (w-1) gamma M /
///   k)_+], M ~ Bin(n, gamma) and (N1, N2) the
///                first two counts of M uniform categories.
///
/// Kind:      encloses
/// Units:     eps in nats; replace-one; both directions (exchanging the categories exchanges the views)
/// Domain:    1 <= n <= 10^15, 2 <= k <= 10^15, 0 < gamma < 1, 0 <= eps; otherwise throws InputError
/// Rigor:     strong: given C = N1 + N2 ~ Bin(n-1, 2 gamma/k) the counts are split by fair coins and H_w is a FairSplit
///            with tau = w/(w+1), alpha = 1, beta = w-1; from w = n-1 on only N2 = 0 counts, (1-gamma/k)^(n-1). The
///            view exposes whether the last user was replaced, hence the factor 1-gamma. weak: with S = N1 + N2 = s and
///            M = m the inner expectation is F = (1-gamma)(1+w) t/2 B_s(t) - (w-1)
///            ((1-gamma) s/2 + gamma m/k) S_s(t), B_s and S_s pmf and upper tail of Bin(s, 1/2), t the first integer
///            with (1+w) t > w s + (w-1) gamma m / (k (1-gamma)); any other t gives less. For one s, t is constant on
///            runs of m, where only sums of the weights are needed: sum of (j - N rho) bin(N, rho; j) over j >= x is
///            x (1-rho) bin(N, rho; x). What the windows leave out: x_+ <= e^(theta x - 1) / theta makes F at most
///            G^s h^m / (e theta), so geometric series and one binomial tail bound it.
/// Source:    [KHH21] Definition 6, equations (3.1) to (3.4), corrected: (3.1) printed for one count is a lower bound,
///            the exposed beta_n contributes the factor 1-gamma, and (3.2) to (3.4) are the numerators of the
///            likelihood ratio, whose law is that of the joint counts
/// Cost:      strong: O(sqrt(n gamma/k)) ball operations; weak: about n gamma sqrt(1/k) bits of them (k = 2 or eps = 0:
///            sqrt(n))
/// Example:   delta(View::strong_pair, {.n = 3, .k = 2, .gamma = Number("1/4"), .eps = 0}, 128).contains(
///            Rational("25/32"))
///            -> true
[[nodiscard]] Ball delta(View view, const DeltaParameters& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] Sample delta_with_slope(View view, const DeltaParameters& parameters, slong bits,
                                      const Budget& budget = {});

/// The same delta as a reduced fraction, where e^eps and gamma are rational and the fraction has fewer than 10^5 digits
/// (weak: and n <= 500); nothing otherwise.
/// Kind:      exact
/// Domain:    as delta
/// Source:    as delta
/// Cost:      O(n) operations on integers of that size, weak O(n^2)
/// Example:   delta_exact(View::strong, {.n = 3, .k = 2, .gamma = Number("1/4"), .eps = 0})->to_string()
///            -> 75/128
[[nodiscard]] std::optional<Rational> delta_exact(View view, const DeltaParameters& parameters,
                                                  const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  slong k;
  Number gamma;
  Number delta;  // a probability
};

/// epsilon = inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses: delta(lo) > delta >= delta(hi) proved, lo = hi where the answer is exactly 0
/// Units:     nats; replace-one; both directions
/// Domain:    as delta; 0 <= delta <= 1, and for the strong views at least the mass that no eps removes,
///            (1-gamma)(1-gamma/k)^(n-1) (strong_pair: without 1-gamma): below it there is no finite eps and InputError
///            says so. weak: delta = 0 gives ln(1 + k (1-gamma) / gamma)
/// Rigor:     delta(eps) is nonincreasing; it is that mass from eps = ln(n-1) on, and 0 from ln(1 + k (1-gamma)/gamma)
///            on for the weak view
/// Source:    as delta
/// Cost:      about 10 evaluations of delta
[[nodiscard]] Inversion epsilon(View view, const EpsilonParameters& parameters, slong digits,
                                const Budget& budget = {});

}  // namespace hallmark::krr
