#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

/// What an attacker reaches, of every row X.delta of an id of two words: X.tpr, X.fpr, X.advantage, X.bayes. Their
/// witnesses hold those of claims about X.delta, and their proofs use what these prove alone (PROOFS.md 19).
/// Domain:   rows that outlive the result
[[nodiscard]] std::vector<QuantityRow> risk_rows(std::span<const QuantityRow> table);

/// The ids of deltas that are those of one pair of laws at every eps: a lower end follows from their chords.
[[nodiscard]] std::span<const std::string_view> deltas_of_one_pair();

}  // namespace hallmark::check
