// What random allocation knows of its certificates.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// allocation.delta and .epsilon: contours for one epoch of one selected step, otherwise convex laws; a closed form
/// where every step is selected.
extern const Certifier allocation_delta_certifier;
extern const Certifier allocation_epsilon_certifier;
/// allocation-laplace.delta and .epsilon: convex laws.
extern const Certifier allocation_laplace_delta_certifier;
extern const Certifier allocation_laplace_epsilon_certifier;
/// allocation.delta.decomposition and .epsilon.decomposition at a rational rate: convex laws.
extern const Certifier allocation_decomposition_delta_certifier;
extern const Certifier allocation_decomposition_epsilon_certifier;
/// allocation.renyi: the checker knows one selected step, every step selected, and the direction remove at integer
/// orders.
extern const Certifier allocation_renyi_certifier;

}  // namespace hallmark
