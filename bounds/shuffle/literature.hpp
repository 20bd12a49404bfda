// Bounds of other papers on shuffling, as the papers compared with print them. Each refuses outside its domain.
#pragma once

#include "bounds/renyi.hpp"
#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::literature {

struct DeltaParameters {
  slong n;
  Number eps0;  // nats
  Number eps;   // nats
};
struct EpsilonParameters {
  slong n;
  Number eps0;
  Number delta;
};

enum class Tail { hoeffding, bennett };

/// The privacy blanket of every eps0-local randomizer: delta <= (1/(g n)) E[(L_1 + .. + L_M)_+], M ~ Bin(n, g), g =
/// 1/E, and the concentration of a sum of terms of mean -A, A = w-1.
///   hoeffding: (1/(g n)) (R^2/(4A)) (1 - g (1 - e^(-2 A^2/R^2)))^n,  R = (w+1)(E - 1/E)
///   bennett:   (1/(g n)) (b/ln(1+u)) (1 - g (1 - e^(-(c/b^2) phi(u))))^n,  b = E (1 - w/E^2), c = E (w^2+1) - 2w/E^3,
///              u = A b/c, phi(u) = (1+u) ln(1+u) - u
/// Kind:      upper bound; the ball encloses the formula's value (which may exceed 1)
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 < eps < eps0; otherwise throws InputError
/// Source:    [BBGN19] Theorem 5.1 and Lemmas 5.5, 5.6 as their published code has them; derived again by us
/// Cost:      O(1)
[[nodiscard]] Ball blanket_delta_upper(Tail tail, const DeltaParameters& parameters, slong bits);

/// min(eps0, inf {eps > 0 : blanket_delta_upper(eps) <= delta}).
/// Kind:      upper bound; the bracket encloses that number: hi is a valid privacy value
/// Units:     nats; replace-one; both directions
/// Domain:    as blanket_delta_upper; 0 < delta <= 1
/// Rigor:     the bound need not fall everywhere; that it exceeds delta on [a, b] is proved from its factors, each
///            monotone: R^2/A falls up to w = 3 and rises beyond, the power falls; for bennett b/ln(1 + A b/c) rises
///            with b and c and falls with A, the exponent rises with A and falls with b and c, b falls, A and c rise
/// Source:    as blanket_delta_upper
/// Cost:      about 20 to 800 evaluations of a closed form
[[nodiscard]] Inversion blanket_epsilon_upper(Tail tail, const EpsilonParameters& parameters, slong digits,
                                              const Budget& budget = {});

/// epsilon = 12 eps0 sqrt(ln(1/delta) / n).
/// Kind:      upper bound of the literature, proof and constants not verified
/// Units:     nats; replace-one; both directions
/// Domain:    1000 <= n <= 10^15, 0 < eps0 < 1/2, 0 < delta < 1/100; otherwise throws InputError
/// Source:    [EFMRTT19], constants as the code published with [BBGN19] has them
[[nodiscard]] Ball efmrtt19_upper(const EpsilonParameters& parameters, slong bits);

struct RenyiParameters {
  slong n;
  Number eps0;
  slong alpha;
};

/// D = ln(1 + 4 C(a,2) (E-1)^2/(m E) + sum_{i=3..a} C(a,i) i Gamma(i/2) (2 (E^2-1)^2/(m E^2))^(i/2) + Y) / (a-1),
/// m = floor((n-1)/(2E)) + 1, Y = ((1+x)^a - 1 - a x) e^(-(n-1)/(8E)), x = (E^2-1)/(2E).
/// Kind:      upper bound of the literature, proof and constants not verified
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0, 2 <= alpha <= 10^5 an integer; otherwise throws InputError
/// Source:    [GDDSK21] Theorem 1, as published code has it
/// Cost:      O(alpha) ball operations
[[nodiscard]] Ball gddsk21_renyi_upper(const RenyiParameters& parameters, slong bits);

/// The least epsilon that rounds gddsk21_renyi_upper proves over a range of integer orders.
/// Kind:      upper bound of the literature, proof and constants not verified
/// Units:     nats; replace-one; both directions; every round with fresh randomness
/// Domain:    as gddsk21_renyi_upper, 1 <= rounds, orders up to 10^5, 0 < delta <= 1; otherwise throws InputError
/// Rigor:     nothing is known of the formula's shape in the order: every order of the range is looked at
/// Source:    [GDDSK21] Theorem 1; [CKS20] Proposition 12
/// Cost:      O(last^2) ball operations
[[nodiscard]] renyi::Conversion gddsk21_epsilon_upper(const EpsilonParameters& parameters, slong rounds,
                                                      renyi::Orders orders, slong digits, const Budget& budget = {});

}  // namespace hallmark::literature
