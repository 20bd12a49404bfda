// What passes between doubles, which propose, and exact numbers, which prove.
#pragma once

#include "exact/ball.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// x rounded towards 0 to `kept` significant bits: a dyadic whose small multiples are short too.
/// Kind:      exact: the rational is what it is, however x came about; a proposal, never an enclosure
/// Domain:    x finite, 1 <= kept <= 62; otherwise a broken invariant
/// Example:   short_dyadic(0.3, 4).to_string()
///            -> 9/32
[[nodiscard]] Rational short_dyadic(double x, int kept);

/// The double nearest to the centre of a ball: a proposal, never an enclosure.
[[nodiscard]] double roughly(const Ball& x);

}  // namespace hallmark
