// Geometric noise on integers: the discrete Laplace mechanism.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// x + N with P{N = n} = tanh(a/2) e^(-a |n|), for a query of integers that changes by `sensitivity`.
/// Kind:      encloses
/// Units:     nats; both directions
/// Domain:    0 < a, 1 <= sensitivity; otherwise throws InputError
/// Rigor:     log ratios a (D - 2x), x = 0 .. D, with masses 1/(1+z), tanh(a/2) z^x between, z^D/(1+z) at D, z = e^-a.
///            That of a smaller sensitivity is dominated, and so are several coordinates of this l1-sensitivity:
///            proofs-check/PROOFS.md section 14.
/// Source:    [GRS12] (the mechanism); ours
[[nodiscard]] Law discrete_laplace(const Number& a, slong sensitivity);

}  // namespace hallmark::basic
