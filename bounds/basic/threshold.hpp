// Threshold: an eps with e^eps, and what a curve of delta gives there.
#pragma once

#include "exact/ball.hpp"
#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::basic {

/// A threshold eps >= 0 and w = e^eps, each enclosed on its own.
struct Threshold {
  Ball eps;
  Ball w;
};

/// The threshold of an exact eps.
/// Kind:      encloses
[[nodiscard]] inline Threshold threshold(const Number& eps, slong bits) {
  return {eps.ball(bits), exponential(eps, bits)};
}

/// The threshold of a known w.
/// Kind:      encloses
/// Domain:    0 < w
[[nodiscard]] inline Threshold threshold_of_ratio(const Ball& w) { return {log(w), w}; }

}  // namespace hallmark::basic
