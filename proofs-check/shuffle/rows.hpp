#pragma once

#include <vector>

#include "statement/decide.hpp"

namespace hallmark::check {

/// clones.*, rr2.*, krr.* and shuffle.* of FORMAT.md section 4.
[[nodiscard]] std::vector<QuantityRow> shuffle_rows();

/// The profile of the clones pair, of one round or of several: also for its inverses in eps0 and n.
[[nodiscard]] Profile read_clones(Reader& reader, const Quantity& quantity, Relation relation);

}  // namespace hallmark::check
