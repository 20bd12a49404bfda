// The transform of a phase that is known by its outcomes.
#pragma once

#include <memory>

#include "bounds/composition/composition.hpp"
#include "bounds/composition/line_transform.hpp"

namespace hallmark::composition {

/// M(z) = sum p r^z over the outcomes listed, r = p/q.
/// Kind:      encloses; null where they are more than a few thousand or the budget ends
/// Domain:    a phase with atoms, direction not both
/// Rigor:     a finite sum; those that the list leaves out count as missing
/// Cost:      outcomes times nodes of the path
[[nodiscard]] std::shared_ptr<const LineTransform> atoms_transform(const Phase& phase, Direction direction,
                                                                   const Budget& budget);

}  // namespace hallmark::composition
