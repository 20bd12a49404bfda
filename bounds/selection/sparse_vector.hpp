// The sparse vector technique: which of many queries are above a noisy threshold, until `cut` of them were.
#pragma once

#include <optional>

#include "exact/number.hpp"

namespace hallmark::sparse_vector {

struct Parameters {
  Number threshold_scale;    // b1 of the Laplace noise on the threshold, drawn once
  Number query_scale;        // b2 of the fresh Laplace noise on every query
  slong cut = 1;             // it stops after so many answers "above"
  Number sensitivity = 1;    // of every query, in the units of the scales
  bool is_monotone = false;  // all queries change in one direction
};

/// epsilon = s/b1 + 2 c s/b2, of monotone queries s/b1 + c s/b2: the least one for all lengths and all adaptive
/// queries.
/// Kind:      encloses
/// Units:     nats; both directions
/// Domain:    positive scales and sensitivity, cut >= 1; otherwise throws InputError
/// Source:    [DNRRV09] the technique, [LSL17] its variants; PROOFS.md section 18.2
/// Example:   epsilon({.threshold_scale = 2, .query_scale = 4}, 64).contains(1)
///            -> true
[[nodiscard]] Ball epsilon(const Parameters& parameters, slong bits);

/// The same as a fraction, where all parameters are rational.
/// Kind:      exact
/// Domain:    as epsilon
/// Source:    as epsilon
/// Example:   epsilon_exact({.threshold_scale = 1, .query_scale = 8, .cut = 2, .is_monotone = true})->to_string()
///            -> 5/4
[[nodiscard]] std::optional<Rational> epsilon_exact(const Parameters& parameters);

/// delta <= the smaller of delta of the threshold's Laplace noise at eps - 2 c s/b2 (monotone: c s/b2), and delta of
/// any mechanism that is pure at the epsilon above.
/// Kind:      upper bound, enclosed
/// Units:     nats; both directions
/// Domain:    as epsilon, 0 <= eps
/// Source:    PROOFS.md section 18.2; [KOV15] Theorem 3.2
/// Cost:      O(1)
[[nodiscard]] Ball delta_upper(const Parameters& parameters, const Number& eps, slong bits);

}  // namespace hallmark::sparse_vector
