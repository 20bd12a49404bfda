#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "laws/convex_law.hpp"

namespace hallmark::check {

/// What reports are compared with: the blanket, or users who all hold one input: x, x' or another one.
enum class Reference { blanket, first, second, third, fourth };

/// A set of reports: its mass under the inputs x and x' and under the reference, and between which values
/// U = (R_x - w R_x')/reference lies in it: nothing where it has no bound, or the reference never gives them.
struct Reports {
  Interval first, second, reference;
  std::optional<Interval> low = {}, high = {};
};

/// Symmetric noise on [0, 1] (Laplace: `scale` is eps0), x = 0 and x' = 1, cut at rationals that increase.
[[nodiscard]] std::vector<Reports> noise_reports(bool gaussian, const Number& scale, Reference reference,
                                                 const List& cuts, const Interval& w);

/// Reports that have `ratio` times the probability where an input favours them: sets of `size` of k categories that
/// hold it, or by Hadamard response (size 0) outputs orthogonal to it.
[[nodiscard]] std::vector<Reports> favoured_reports(Count k, Count size, const Interval& ratio, Reference reference,
                                                    const Interval& w);

/// Two rows of a table; `reference` holds the least probabilities of all rows, or those of one.
[[nodiscard]] std::vector<Reports> table_reports(const List& first, const List& second, const List& reference,
                                                 const Interval& w);

/// The reports of the i-th of several pairs of inputs, made whenever they are asked for.
using Pairs = std::function<std::vector<Reports>(std::size_t)>;

/// E (U_1 + ... + U_n)_+/n with what the reports that the reference never gives add, at most (at least) that of `count`
/// pairs.
/// Domain:   grids for one law, then for its n-fold sum; one pair from below
/// Rigor:    PROOFS.md 17, with the laws of section 13
/// Cost:     as combined() for every grid but the first
[[nodiscard]] Interval reports_bound(const Pairs& pair_at, std::size_t count, Count n, Side side,
                                     std::span<const Ratios> grids, Count unit, const Effort& effort,
                                     const Interval& w);

}  // namespace hallmark::check
