// The pairs of the shuffle model with few reports as exact fractions: where e^eps0 is one.
#pragma once

#include <optional>
#include <vector>

#include "bounds/composition/few_atoms.hpp"
#include "exact/number.hpp"

namespace hallmark::atoms {

/// The outcomes of the pairs of atoms.hpp; nothing where their masses are no fractions or the reports many.
/// Kind:      exact
/// Units:     as atoms.hpp
/// Domain:    as atoms.hpp
/// Source:    as atoms.hpp
/// Cost:      O(n^2) to O(n^3) operations, at most 60 reports
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_clones(slong n, const Number& eps0);
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_rr2(slong n, const Number& eps0, slong others);
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_krr_strong_pair(slong n, slong k, const Number& gamma);
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_krr_strong(slong n, slong k, const Number& gamma);
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_krr_weak(slong n, slong k, const Number& gamma);

}  // namespace hallmark::atoms
