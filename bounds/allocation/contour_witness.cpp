#include "bounds/allocation/contour_witness.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/proposals.hpp"
#include "bounds/allocation/vertical_line.hpp"
#include "bounds/directions.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

witness::Contour contour_of(const SpectralParameters& x, const LinePlan& plan) {
  return {x.direction, plan.a, plan.step, plan.a_alias, plan.nodes};
}

// The coarsest line that proves the end of one direction here, and finer by some bits: the checker's bounds are wider,
// its angles being few.
std::optional<witness::Contour> contour(const SpectralParameters& x, const DeltaEnd& end, const Budget& budget) {
  constexpr slong most_nodes = 1000;
  const Ball value = end.value.ball(256);
  double log_size = roughly(log(value.with_bits(64)));
  if (!end.upper) {
    // A claim far below delta needs no more than a few bits of delta.
    const auto delta = spectral_delta(x, end.eps, 12, budget);
    if (!delta || is_positive(*delta) != Truth::yes) return std::nullopt;
    log_size = std::max(log_size, roughly(log(delta->with_bits(64))));
  }
  if (!std::isfinite(log_size)) return std::nullopt;
  for (const slong bits : {6, 10, 16, 24, 36, 52, 72, 100, 140}) {
    const auto plan = propose_line(x, end.eps, bits, log_size, most_nodes);
    if (!plan || budget.expired()) return std::nullopt;
    const Ball delta = VerticalLine(x, *plan, budget).delta(end.eps);
    const Truth proved = end.upper ? less_equal(delta, value) : less(value, delta);
    if (proved == Truth::no) return std::nullopt;
    if (proved != Truth::yes) continue;
    const auto finer = propose_line(x, end.eps, bits + 6 + bits / 6, log_size, most_nodes);
    return contour_of(x, finer ? *finer : *plan);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<witness::Contour>> contours(const SpectralParameters& parameters, const DeltaEnd& end,
                                                      const Budget& budget) {
  return prove_end(directions_of(parameters.direction), end.upper, [&](Direction direction) {
    SpectralParameters one = parameters;
    one.direction = direction;
    const LinePlan any{.a = 1, .step = 1, .a_alias = 2, .nodes = 1, .bits = 0};
    return end.is_trivial() ? std::optional(contour_of(one, any)) : contour(one, end, budget);
  });
}

}  // namespace hallmark::allocation
