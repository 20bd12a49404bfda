#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

/// What an attacker reaches, of every row X.delta that is a family's delta: X.tpr, X.fpr, X.advantage, X.bayes. Their
/// witnesses hold those of claims about X.delta, and their proofs use what these prove alone (PROOFS.md 19).
/// Domain:   rows that outlive the result
[[nodiscard]] std::vector<QuantityRow> risk_rows(std::span<const QuantityRow> table);

}  // namespace hallmark::check
