// What a table of Renyi divergences alone says of delta and epsilon.
#pragma once

#include "bounds/registry.hpp"

namespace hallmark::basic {

/// The least delta, the least epsilon that the conversion of [CKS20] gives from one of the orders of a table: rows
/// "order,divergence", the divergence of one round at most that; `rounds` of them composed, whose divergences add up.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; the adjacency and the direction are those of the table
/// Domain:    1 to 4096 rows of two rationals, order > 1, divergence >= 0; 0 <= eps; 0 < delta < 1; otherwise throws
///            InputError
/// Rigor:     a minimum over finitely many orders; max(0, .) and min(., 1) because delta(0) <= 1 and eps may be raised
/// Source:    [CKS20] Proposition 12
/// Cost:      two logarithms an order
[[nodiscard]] Answer renyi_curve_delta(const Arguments& x, const Request& r);
[[nodiscard]] Answer renyi_curve_epsilon(const Arguments& x, const Request& r);

}  // namespace hallmark::basic
