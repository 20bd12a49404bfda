// Partition selection: which groups of users may be shown, under the largest rule that is (eps, delta)-private.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::partition_selection {

struct Parameters {
  Number eps;    // nats
  Number delta;  // a probability
};

/// pi(n) = min(E pi(n-1) + delta, 1 - (1 - pi(n-1) - delta)/E, 1), pi(0) = 0, E = e^eps: the largest probability with
/// which a partition of n users may be shown.
/// Kind:      encloses
/// Units:     eps in nats; a user more or less in the partition, both directions
/// Domain:    0 <= eps, 0 <= delta <= 1, 0 <= n <= 10^15; otherwise throws InputError
/// Rigor:     both maps increase and pi is the least of their results in every order, so that of k times the first and
///            n - k times the second the least over k is pi(n); it is attained where the first map stops to be the
///            smaller one, at k = 1 + floor(y) with y enclosed: the least over all k that are left
/// Source:    [DVGM20] the optimal rule; PROOFS.md section 18.1
/// Cost:      O(1)
/// Example:   probability({.eps = Number("ln(2)"), .delta = Number("1/10")}, 3, 64).contains(Rational("7/10"))
///            -> true
[[nodiscard]] Ball probability(const Parameters& parameters, slong n, slong bits);

/// The same as a fraction; nothing where e^eps or delta is irrational, or the fraction is long.
/// Kind:      exact
/// Domain:    as probability
/// Source:    as probability
/// Example:   probability_exact({.eps = Number("ln(2)"), .delta = Number("1/10")}, 4)->to_string()
///            -> 9/10
[[nodiscard]] std::optional<Rational> probability_exact(const Parameters& parameters, slong n);

/// Whether pi(n) >= p. For rational eps, delta and p no tie is left open: PROOFS.md section 18.1.
/// Kind:      exact: yes and no are proved
/// Domain:    as probability; p > 0
/// Source:    as probability
[[nodiscard]] Truth is_shown(const Parameters& parameters, slong n, const Number& p, const Budget& budget);

/// The least n with pi(n) >= p: (lo, hi] with pi(lo) < p <= pi(hi), one apart unless a tie stays open.
/// Kind:      encloses
/// Domain:    0 < p <= 1, 0 < delta; throws InputError where no n up to 10^15 is enough
/// Source:    as probability
/// Cost:      about 2 log2(n) evaluations of probability
[[nodiscard]] Bracket least_n(const Parameters& parameters, const Number& p, const Budget& budget);

}  // namespace hallmark::partition_selection
