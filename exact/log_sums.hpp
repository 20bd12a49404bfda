// Sums of exponentials in binary64, eight at a time: the inner loops of searches for a path.
#pragma once

#include <span>

namespace hallmark {

/// The exponents x_i - t y_i.
struct Exponents {
  std::span<const double> x, y;
  double t;
};

/// max_i x_i - t y_i; -inf where there are none.
/// Kind:      a proposal
/// Domain:    as many x as y
[[nodiscard]] double largest(const Exponents& e);

/// sum_i e^(x_i - t y_i - top).
/// Kind:      a proposal
/// Domain:    as many x as y; no exponent above top + 700
/// Cost:      1 to 10 ns a term
[[nodiscard]] double exponential_sum(const Exponents& e, double top);

/// sum_i e^-x_i (e^(s y_i) - 1), without cancellation where s y_i is small.
/// Kind:      a proposal
/// Shape:     weight_i = e^-x_i
/// Domain:    as many x as y and weights; s y_i - x_i below 700
/// Cost:      1 to 10 ns a term
[[nodiscard]] double growth_sum(std::span<const double> x, std::span<const double> weight, std::span<const double> y,
                                double s);

}  // namespace hallmark
