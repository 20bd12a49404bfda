// Randomized response without shuffling: over two answers, and over k of them.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// Randomized response over two answers, truth with probability E/(1+E), E = e^eps0.
/// Kind:      encloses
/// Units:     nats; replace-one; both directions
/// Domain:    0 < eps0; otherwise throws InputError
/// Source:    [KOV15] Theorem 3.2; every eps0-private mechanism is a function of it
[[nodiscard]] Law rr(const Number& eps0);

}  // namespace hallmark::basic
