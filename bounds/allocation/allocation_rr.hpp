// Random allocation of any pure eps0-DP step: finite exact sums over randomized response, its worst case.
#pragma once

#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation_rr {

/// Randomized response with budget eps0 in `selected` uniformly drawn steps out of `steps`, its null output in the
/// others. Under Q^t the number N of outputs with ratio e^eps0 is Bin(t, 1/(1+e^eps0)), and given N = n
/// f = f(n) = sum_j C(n,j) C(t-n,k-j) e^(eps0 (2j-k)) / C(t,k).
struct Scheme {
  Number eps0;
  slong steps;
  slong selected = 1;
};

struct DeltaParameters {
  Scheme scheme;
  Number eps;
  Direction direction;  // remove or add
};

/// remove: delta = E (f(N) - e^eps)_+;  add: delta = E (1 - e^eps f(N))_+.
///
/// Kind:      encloses; an upper bound for every pure eps0-DP step, attained by randomized response
/// Units:     eps0, eps in nats; zero-out; the direction given
/// Domain:    0 < eps0, 0 <= eps, 1 <= selected <= steps <= 10^15, one direction; otherwise throws InputError
/// Rigor:     on [e^-eps0, e^eps0] the two-point law is the largest of mean 1 in convex order and f is multi-affine in
///            the steps' ratios. f(n) increases in n, so the sums are one-sided: from the last n proved to be on the
///            other side of the threshold outwards. q_n f(n) and q_n are laws of sums of independent Bernoullis,
///            hence log-concave: beyond the last kept n at most a geometric series with the ratio there
/// Source:    [FS25] Theorem 3.1 of the later version (the pair); the worst case is ours. No theorem of the papers
/// Cost:      O(k sqrt(t bits)) ball operations; the trivial [0, 1] when the budget ends
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

/// delta between 1 - (1 + e^eps) exp(-(k (a-b))^2 / (2 t)), a = e^eps0/(1+e^eps0), b = 1 - a, and 1: next to 1 where so
/// many of the steps are selected that the number of high outputs tells.
/// Kind:      encloses
/// Units:     as delta
/// Domain:    as delta
/// Rigor:     delta >= P(E) - e^eps Q(E). E: at least t b + k (a-b)/2 high outputs (remove), fewer (add). The number is
///            a sum of t independent bits of mean t b + k (a-b) with k of them selected, t b with none: Hoeffding.
/// Source:    ours
/// Cost:      O(1)
[[nodiscard]] Ball delta_by_events(const DeltaParameters& parameters, slong bits);

/// The same delta as a reduced fraction, where e^eps0 and e^eps are rational and its digits, bounded beforehand by
/// t log10(a + b) + 2 k log10(t a b), e^eps0 = a/b, stay below 10^5; nothing otherwise.
/// Kind:      exact
/// Domain:    as delta
/// Source:    as delta
/// Cost:      O(t k) operations on integers of that size
/// Example:   delta_exact({{Number("ln(3)"), 2}, Number("ln(29/10)"), Direction::add})->to_string()
///            -> 3/160
[[nodiscard]] std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget = {});

struct RenyiParameters {
  Scheme scheme;
  Number alpha;
  Direction direction;  // remove or add
};

/// D_alpha = ln(E f(N)^alpha) / (alpha - 1) for remove, ln(E f(N)^(1-alpha)) / (alpha - 1) for add.
/// Kind:      encloses; an upper bound for every pure eps0-DP step, attained by randomized response
/// Units:     nats; zero-out; the direction given
/// Domain:    as delta; 1 < alpha; at most 5 10^6 terms, otherwise (or when the budget ends) [0, selected eps0]
/// Rigor:     all n, or those within a window: outside, f^alpha and f^(1-alpha) are at most e^(k eps0 alpha), times
///            the two tails of N
/// Source:    as delta
/// Cost:      O(k t), for large t O(k sqrt(t (bits + k eps0 alpha)))
[[nodiscard]] Ball renyi(const RenyiParameters& parameters, slong bits, const Budget& budget = {});

struct DecompositionParameters {
  Number eps0;
  slong steps;
  Number lambda;  // rate of the Poisson scheme
  Number eps;
  Direction direction;
};

/// The decomposition bound with the Poisson scheme of rate lambda, lambda' = 1 - (1-lambda)^t:
/// remove: delta_Poisson(eps') / lambda', e^eps' = 1 + lambda' (e^eps - 1);
/// add: delta_Poisson(eps'') / lambda'', e^-eps'' = 1 - lambda' (1 - e^-eps), lambda'' = lambda' / (lambda' + e^eps
/// (1-lambda')).
/// Kind:      upper bound on delta with selected = 1, for every pure eps0-DP step
/// Units:     eps in nats; zero-out; the direction given
/// Domain:    as delta; 0 < lambda <= 1
/// Rigor:     exact rational where all of lambda, e^eps0, e^eps are and the fraction stays below 10^5 digits
/// Source:    [FS25] Theorem 4.6 of the later version; the first version's Theorem 4.1 is right for remove only
/// Cost:      as delta
[[nodiscard]] Ball decomposition_upper(const DecompositionParameters& parameters, slong bits,
                                       const Budget& budget = {});
[[nodiscard]] std::optional<Rational> decomposition_exact(const DecompositionParameters& parameters,
                                                          const Budget& budget = {});

}  // namespace hallmark::allocation_rr
