// The last iterate of noisy steps that bring models together: only the last one is released.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

struct LastIterate {
  Number c;      // every step is c-Lipschitz
  slong steps;   // t
  Number ratio;  // s/v: how far the steps of neighbouring datasets differ, over the deviation of the noise
};

/// mu = (s/v) sqrt((1 - c^t)(1 + c)/((1 + c^t)(1 - c))), (s/v) sqrt(t) at c = 1: the least mu with which the last of t iterates
/// X_(k+1) = phi_k(X_k) + N(0, v^2 I) is mu-GDP, over all c-Lipschitz maps within s of those of the neighbouring dataset.
/// Kind:      encloses; attained by linear maps
/// Units:     both directions; the same start, the same number of steps
/// Domain:    0 <= c <= 1, t >= 1, s/v > 0; otherwise throws InputError
/// Source:    [BSA24] the last iterate; PROOFS.md section 14.11
/// Cost:      O(1)
/// Example:   last_iterate_mu({.c = Number("1/2"), .steps = 3, .ratio = 1}, 128).to_string(10)
///            -> [1.527525232 +/- 3.49e-10]
[[nodiscard]] Ball last_iterate_mu(const LastIterate& x, slong bits);

/// Its pair as a law: N(mu, 1) and N(0, 1).
/// Kind:      encloses
/// Domain:    as last_iterate_mu
/// Source:    as last_iterate_mu
[[nodiscard]] Law last_iterate(const LastIterate& x);

}  // namespace hallmark::basic
