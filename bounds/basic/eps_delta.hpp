// Any (eps, delta)-private mechanisms, composed: the pair of Kairouz, Oh and Viswanath.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// (P, Q) of four outcomes: (delta, 0), (0, delta), and with probability 1 - delta randomized response of eps.
/// Kind:      encloses; attained by the pair itself, which is (eps, delta)-private
/// Units:     nats; the adjacency that the user states; both directions
/// Domain:    0 <= eps, 0 <= delta <= 1; otherwise throws InputError
/// Source:    [KOV15] Theorem 3.2
[[nodiscard]] Law eps_delta(const Number& eps, const Number& delta);

}  // namespace hallmark::basic
