// The pair of the successor of [FMT21]: more clones. Its theorem is disputed in general.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::fmt23 {

struct DeltaParameters {
  slong n;      // reports
  Number eps0;  // nats
  Number eps;   // nats
};

/// delta = H_{e^eps}(P0 || P1) of the clones pair with C ~ Bin(n-1, 2/(E+1)) clones in place of Bin(n-1, 1/E).
///
/// Kind:      encloses the pair's number; that it bounds every eps0-local randomizer is disputed: proved for a
///            restricted class (shuffled k-ary randomized response among it), without counterexample beyond
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 <= eps; otherwise throws InputError. eps >= eps0 gives exactly 0
/// Rigor:     a FairSplit, as clones::delta
/// Source:    [FMT23] Theorem 3.2, with the erratum of its authors
/// Cost:      O(sqrt(n e^-eps0 bits)) ball operations
/// Example:   delta_exact({.n = 2, .eps0 = Number("ln(3)"), .eps = Number("ln(3/2)")})->to_string()
///            -> 9/32
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] Sample delta_with_slope(const DeltaParameters& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  Number eps0;
  Number delta;
};

/// epsilon = inf {eps >= 0 : delta(eps) <= delta} of that pair.
/// Kind:      encloses
/// Units:     nats; replace-one; both directions
/// Domain:    as delta; 0 <= delta <= 1
/// Source:    as delta
/// Cost:      about 8 evaluations of delta
[[nodiscard]] Inversion epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {});

/// epsilon = ln(1 + (E-1)(4 sqrt(2 ln(4/delta)) / sqrt((E+1) n) + 4/n)).
/// Kind:      upper bound of the pair; disputed for the mechanism
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0 <= ln(n/(8 ln(2/delta)) - 1), 0 < delta <= 1; otherwise throws InputError
/// Source:    [FMT23] Theorem 3.1
/// Cost:      O(1)
[[nodiscard]] Ball closed_form_upper(const EpsilonParameters& parameters, slong bits);

}  // namespace hallmark::fmt23
