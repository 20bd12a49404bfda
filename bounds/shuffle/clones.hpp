// The clones pair of [FMT21] Theorem 3.2: its hockey-stick divergence, by O(1) ball operations a clone count.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::clones {

/// The largest number of reports any function of the shuffle model takes.
inline constexpr slong max_reports = 1'000'000'000'000'000;

struct DeltaParameters {
  slong n;      // reports
  Number eps0;  // nats, the local guarantee
  Number eps;   // nats
};

/// delta = H_{e^eps}(P0 || P1) = sum_c bin(n-1, e^-eps0; c) D_c, where C clones are Bin(n-1, e^-eps0), A is Bin(C,
/// 1/2), D is Bernoulli(e^eps0 / (e^eps0 + 1)) and P0 = (A + D, C - A + 1 - D), P1 = (A + 1 - D, C - A + D).
///
/// Kind:      encloses
/// Units:     eps0, eps in nats; replace-one; both directions (the pair is symmetric)
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 <= eps; otherwise throws InputError. eps >= eps0 gives exactly 0.
/// Rigor:     with E = e^eps0, w = e^eps, tau = (wE-1)/((E-1)(w+1)), k_c = floor(tau (c+1)):
///            D_c = (E-w)/(E+1) B_c(k_c) - (w-1) S_c(k_c + 1), B_c and S_c pmf and upper tail of Bin(c, 1/2):
///            a FairSplit
/// Source:    [FMT21] Theorem 3.2 (the pair), Lemma F.1 (the sum; closed form in our own notation)
/// Cost:      O(sqrt(n e^-eps0 bits)) ball operations
/// Example:   delta({.n = 2, .eps0 = Number("ln(3)"), .eps = Number("ln(3/2)")}, 128).contains(Rational("5/16"))
///            -> true
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

/// delta with its derivative in eps: -e^eps P1{P0 > e^eps P1}. The slope is for searches: its own truncation is not
/// bounded.
/// Kind:      encloses, as delta; the slope is a proposal
/// Domain:    as delta
/// Source:    as delta
[[nodiscard]] Sample delta_with_slope(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

/// delta between the sums of two clone counts, with next to none of the time where n is large.
/// Kind:      encloses
/// Units:     as delta
/// Domain:    as delta
/// Rigor:     rough_sum
/// Source:    ours
/// Cost:      O(sqrt(n e^-eps0)) additions
[[nodiscard]] Ball rough_delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

/// The same delta as a reduced fraction, where e^eps0 and e^eps are rational and the fraction's digits, bounded
/// beforehand by (n-1) log10(2 numerator(e^eps0)), stay below 10^5; nothing otherwise.
/// Kind:      exact
/// Domain:    as delta
/// Source:    as delta
/// Cost:      O(n) operations on integers of that size
/// Example:   delta_exact({.n = 2, .eps0 = Number("ln(3)"), .eps = Number("ln(3/2)")})->to_string()
///            -> 5/16
[[nodiscard]] std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  Number eps0;   // nats
  Number delta;  // a probability
};

/// epsilon = inf {eps >= 0 : delta(eps) <= delta}, of the clones pair.
/// Kind:      encloses: delta(lo) > delta >= delta(hi) proved, lo = hi where the answer is exactly 0 or eps0
/// Units:     nats; replace-one; both directions
/// Domain:    as delta; 0 <= delta <= 1. delta = 0 gives exactly eps0, delta >= delta(0) exactly 0
/// Rigor:     delta(eps) is nonincreasing in eps, so the two comparisons suffice
/// Source:    [FMT21] Theorem 3.2; replaces Algorithms 4 to 7
/// Cost:      about 8 evaluations of delta
[[nodiscard]] Inversion epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {});

/// Throws InputError unless n and eps0 are in the domain above.
void check_domain(std::string_view where, slong n, const Number& eps0);

}  // namespace hallmark::clones
