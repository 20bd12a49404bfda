// The larger of two answers to one question.
#pragma once

#include "bounds/registry.hpp"

namespace hallmark::rows {

/// The answer that is the larger of two numbers; what is no number is that of the one with the larger upper end.
/// Kind:      encloses, as both
[[nodiscard]] Answer larger_of(const Answer& a, const Answer& b);

}  // namespace hallmark::rows
