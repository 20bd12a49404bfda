// The epsilon of a delta curve that is nonincreasing on [0, eps0] and 0 from eps0 on.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark {

/// A sample of a delta curve about which nothing is known: delta in [0, 1].
/// Kind:      encloses
/// Domain:    at least 2 bits
/// Source:    delta is a probability
[[nodiscard]] Sample nothing_known(slong bits);

/// inf {eps >= 0 : delta(eps) <= delta} for a curve with delta(eps) = 0 from eps0 on.
/// Kind:      encloses; lo = hi where the answer is exactly 0, or eps0 rational and delta = 0
/// Domain:    0 <= delta <= 1, otherwise throws InputError
/// Rigor:     monotonicity of the curve; `delta_0_exact` settles a tie of delta(0) with delta, which balls cannot
/// Source:    that of the curve
/// Cost:      about 8 evaluations of the curve
[[nodiscard]] Inversion invert_on_eps0(std::string_view where, const Number& eps0, const Number& delta,
                                       const std::function<Sample(const Number& eps, slong bits)>& curve,
                                       const std::function<std::optional<Rational>()>& delta_0_exact, slong digits,
                                       const Budget& budget);

}  // namespace hallmark
