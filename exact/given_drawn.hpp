// A sampled round, or several, given that something was drawn.
#pragma once

#include "exact/convex_law.hpp"

namespace hallmark {

/// (1 - rate)^steps, the probability that Poisson sampling draws nothing.
/// Kind:      encloses, to 512 bits
/// Domain:    0 <= rate <= 1, steps >= 1
[[nodiscard]] Ball never_drawn(const Rational& rate, slong steps);

/// Whether a draw is likely enough, 10^-9, that a grid of the law given one tells something.
/// Kind:      a proposal
[[nodiscard]] bool is_drawn_often(const Ball& never);

/// The law of (R - b)/(1 - b) from that of R = b + (1 - b) S, S >= 0 the ratio of another pair: of Poisson sampling, b the
/// probability that nothing is drawn, it is the law given that something is. The inverse of subsampled().
/// Kind:      encloses
/// Domain:    0 <= never < 1, of which the ball is proved to be below 1; otherwise throws InputError
/// Rigor:     R >= b, so what a law has below b may be moved there. Rising: f(max(0, (x - b)/(1 - b))) is convex and
///            nondecreasing. Falling, from above: E(k - R)^+ is convex in k and 0 at b, so it lies below the line from there
///            to any point of the law's own E(k - .)^+, and below that beyond it: a mass at b, and one at the point
/// Cost:      O(nodes)
[[nodiscard]] RatioLaw given_drawn(const RatioLaw& law, const Ball& never);
[[nodiscard]] ConvexLaw given_drawn(const ConvexLaw& law, const Ball& never);

}  // namespace hallmark
