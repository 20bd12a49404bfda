#pragma once

#include "laws/grid_law.hpp"
#include "numbers/binomial_law.hpp"
#include "statement/quantity.hpp"

namespace hallmark::check {

/// How finely a base law is computed: masses to 2^-fraction, outputs of less than about 2^-fraction left out.
struct BaseSpec {
  std::optional<Integer> grid;  ///< none: every output is a cell of its own, whose ends say nothing
  Count fraction;

  /// The grid, 0 where there is none.
  [[nodiscard]] Integer cells() const { return grid.value_or(Integer(0)); }
  /// That of a law which has no outputs one by one: throws Rejected where there is none.
  [[nodiscard]] const Integer& cut() const {
    if (!grid) throw Rejected{"domain", "phase: has no outcomes that could be listed"};
    return *grid;
  }

  friend bool operator==(const BaseSpec&, const BaseSpec&) = default;
};

/// One round of clones.*, and of the upper end of shuffle.*: the pair of [FMT21] Theorem 3.2.
/// Rigor:    PROOFS.md 7.6; the same for the other functions
/// Cost:     one step for each number of clones and first counter that is not negligible
[[nodiscard]] Cells clones_cells(Count n, const Number& eps0, const BaseSpec& spec);

/// How many of the reports of the n - 1 others are 1 where `ones` of them hold 1, each told with odds e; in units of 2^-unit.
/// Every mass has what lies outside in its upper end.
/// Cost:     two binomial laws and their product
[[nodiscard]] BinomialLaw rr2_others(Count n, Count ones, const Interval& e, Count unit, Count cut);

/// One round of shuffled randomized response, `ones` of the others holding 1; P: user 1 holds 1.
[[nodiscard]] Cells rr2_cells(Count n, Count ones, const Number& eps0, const BaseSpec& spec);

/// One round of the strong view; with `exposed` user 1 is seen to be replaced with probability gamma.
[[nodiscard]] Cells krr_pair_cells(Count n, const Number& gamma, Count k, bool exposed, const BaseSpec& spec);

/// One round of the weak view.
[[nodiscard]] Cells krr_weak_cells(Count n, const Number& gamma, Count k, const BaseSpec& spec);

}  // namespace hallmark::check
