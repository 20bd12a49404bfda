// Cyclic Poisson sampling of banded matrix mechanisms: Poisson batches of single columns.
#pragma once

#include <vector>

#include "bounds/composition/composition.hpp"
#include "bounds/phases_text.hpp"

namespace hallmark::matrix {

/// The columns 0, cycle, 2 cycle, ... of a banded Toeplitz matrix: `whole` of them have the squared norm `norm`, one more
/// is cut short by the last iteration if `last` is not 0.
struct CyclicColumns {
  slong whole;
  Rational norm;
  Rational last;
};

/// The columns of the first group's records.
/// Kind:      exact
/// Domain:    a column of nonnegative numbers that begins with a positive one, no longer than the cycle; 1 <= cycle;
///            otherwise throws InputError. Normalised: divided by the squared norm of the column
[[nodiscard]] CyclicColumns cyclic_columns(const std::vector<Rational>& column, slong iterations, slong cycle,
                                           bool normalised);

/// The records are split into `cycle` groups, and in iteration i each record of group i mod cycle takes part with
/// probability `rate`: the rounds of a record of the first group, which dominate those of every other.
/// Kind:      exact: the composition is the mechanism's pair, attained, adaptive queries too
/// Domain:    0 < rate < 1; sigma a rational or a root of one, positive; otherwise throws InputError
/// Rigor:     columns `cycle` apart share no row, so each is a Poisson-sampled Gaussian step of noise sigma over its norm,
///            and what others add to its rows is known from earlier outputs. Columns of later groups are no longer and
///            no more
/// Source:    [CGMMRTX23]; PROOFS.md section 16.3
[[nodiscard]] PhasesText cyclic_phases(const CyclicColumns& columns, const Number& sigma, const Number& rate);

}  // namespace hallmark::matrix
