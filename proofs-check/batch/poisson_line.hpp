#pragma once

#include <string>

#include "batch/poisson_transform.hpp"
#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Poisson sampling, one direction.
struct PoissonMechanism {
  Number sigma;
  Number rate;
  std::uint64_t steps;
  bool remove;
};

/// delta(eps) = H_{e^eps}(A^steps||B^steps) (remove), H_{e^eps}(B^steps||A^steps) (add), A = (1-rate) N(0, sigma^2) +
/// rate N(1, sigma^2), B = N(0, sigma^2), for every real eps, within [0, 1].
/// Kind:     encloses
/// Domain:   0 < rate < 1; an inversion as check_inversion accepts it: any such choice encloses
/// Rigor:    PROOFS.md section 12.2
/// Cost:     nodes of the line times nodes of its rule for the values
[[nodiscard]] Interval poisson_delta(const PoissonMechanism& mechanism, const Number& eps, const Inversion& inversion,
                                     const Effort& effort, Budget& budget);

/// Empty if the choices are in the domain of the formulas; else the rule that is broken.
[[nodiscard]] std::string check_inversion(const Inversion& inversion);

}  // namespace hallmark::check
