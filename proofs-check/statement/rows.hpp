#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

// The quantities of FORMAT.md section 4, family by family.

[[nodiscard]] std::vector<QuantityRow> allocation_rows();  ///< allocation.* and allocation-rr.*
[[nodiscard]] std::vector<QuantityRow> audit_rows();       ///< audit.*
[[nodiscard]] std::vector<QuantityRow> basic_rows();       ///< the basic mechanisms, alone and composed
[[nodiscard]] std::vector<QuantityRow> batch_rows();       ///< Gaussian noise alone, with sampled and shuffled batches
[[nodiscard]] std::vector<QuantityRow> blanket_rows();     ///< shuffle-{gaussian,hadamard,krr,laplace,subset,table}.*
[[nodiscard]] std::vector<QuantityRow> matrix_rows();      ///< matrix-gaussian.*
[[nodiscard]] std::vector<QuantityRow>
selection_rows();                                       ///< partition-selection.*, private-selection.*, sparse-vector.*
[[nodiscard]] std::vector<QuantityRow> shuffle_rows();  ///< clones.*, rr2.*, krr.* and shuffle.*

}  // namespace hallmark::check
