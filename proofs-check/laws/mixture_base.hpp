#pragma once

#include "laws/finite_base.hpp"

namespace hallmark::check {

/// The mass of the standard normal law between a and b.
/// Kind:     encloses
/// Domain:   a <= b (as reals: the enclosures may overlap)
/// Rigor:    PROOFS.md 7.7: Taylor's series about the middle of short pieces, remainder by Cauchy's estimate
[[nodiscard]] Interval normal_mass(const Interval& a, const Interval& b);

/// One step of the Poisson-sampled Gaussian mechanism: P = (1-rate) N(0, sigma^2) + rate N(1, sigma^2), Q = N(0,
/// sigma^2). Cost:     one logarithm and two normal masses a cell
[[nodiscard]] Cells mixture_cells(const Number& rate, const Number& sigma, const BaseSpec& spec);

/// One step on Poisson batches under replace-one, or of the coupling of fixed batches (`coupled`): both symmetric.
/// Rigor:    PROOFS.md 15.8
/// Cost:     as mixture_cells
[[nodiscard]] Cells symmetric_cells(const Number& rate, const Number& sigma, bool coupled, const BaseSpec& spec);

}  // namespace hallmark::check
