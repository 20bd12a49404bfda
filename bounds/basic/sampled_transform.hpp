// The transform of a Poisson-sampled round of Laplace noise, or of bounded range, on vertical lines.
#pragma once

#include <functional>
#include <memory>

#include "bounds/basic/spline_rounds.hpp"
#include "bounds/composition/line_transform.hpp"
#include "hallmark/words.hpp"

namespace hallmark::basic {

/// M(z) = E_Q l^(1+z) (remove), E_Q l^-z (add), l = 1 - q + q e^u, u the log ratio of the pair.
/// Kind:      encloses
/// Units:     zero-out; direction not both
/// Domain:    a pair at every precision, 0 < rate < 1
/// Rigor:     with C = scale density and s the exponent, E_Q l^s is the sum of its atoms, scale atom e^(-u/2) l(u)^s at u =
///            r and -r, and I = int C e^(-u/2) l^s du over [-r, r]. I by Gauss-Legendre rules on pieces c + H [-1, 1]:
///            within the ellipse of rho, Re u lies within A = H (rho + 1/rho)/2 of c and |Im u| <= B = H (rho - 1/rho)/2 <=
///            3/2; there q e^(c-A) cos B + 1 - q <= Re l <= |l| <= l(c+A), and |arg l| is at most its tangent at c + A + iB,
///            as the argument grows with both. Beyond t: with l' = q e^u, by parts on [v, r], and by modulus on [-r, v]:
///              |I| <= 2 C (e^(r/2) - e^(-v/2)) max l^Re s + (2 C/(q t)) e^(-3v/2) max(l(v), l(r))^(1 + Re s)
///            for every v; nearer, by largest_between.
/// Source:    ours; proofs-check/PROOFS.md section 14.10
/// Cost:      a path: nodes of the path times 20 to 300
[[nodiscard]] std::shared_ptr<const composition::LineTransform> sampled_spline_transform(
    std::function<SplinePair(slong bits)> pair, const Number& rate, Direction direction);

}  // namespace hallmark::basic
