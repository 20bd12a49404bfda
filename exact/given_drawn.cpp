#include "exact/given_drawn.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "exact/convex_internal.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

/// b and 1 - b, each between two doubles.
struct Shift {
  double b_lo;
  double b_hi;
  double rest_lo;
  double rest_hi;

  [[nodiscard]] double down(double x) const { return x > b_hi ? step_down(step_down(x - b_hi) / rest_hi) : 0; }
  [[nodiscard]] double up(double x) const { return x > b_lo ? step_up(step_up(x - b_lo) / rest_lo) : 0; }
};

/// How many atoms of an upper law of falling functions give way to `at_zero` at b and `at_last` at the last of them.
struct Merged {
  std::size_t atoms = 0;
  double at_zero = 0;
  double at_last = 0;
};

Merged merged(const ConvexLaw& law, const Shift& shift) {
  Merged best;
  if (law.position.empty() || law.position.front() > shift.b_hi) return best;
  const std::size_t n = law.position.size();
  const double wide = 1 + 0x1p-50 * static_cast<double>(n);  // 2n + 4 roundings at most, of terms that are not negative
  double least_slope = std::numeric_limits<double>::infinity();
  double total = 0;   // of the masses before i
  double height = 0;  // E(k - .)^+ at k = position i
  for (std::size_t i = 0; i < n; ++i) {
    const double x = law.position[i];
    if (i > 0) height += total * (x - law.position[i - 1]);
    total += law.mass[i];
    if (x <= shift.b_hi) continue;
    const double slope = step_up(step_up(height * wide) / step_down(x - shift.b_hi));
    if (!(slope < least_slope)) continue;
    least_slope = slope;
    best = {i + 1, slope, std::max(step_up(total * wide) - slope, 0.0)};
    best.at_last = step_up(best.at_last);
  }
  // Nothing lies beyond b: all of it goes there.
  if (best.atoms == 0) best = {n, step_up(total * wide), 0};
  return best;
}

ConvexLaw shifted(const ConvexLaw& law, const Shift& shift) {
  const bool rising = law.slope == Slope::rising;
  const bool upper = law.side == Side::upper;
  ConvexLaw r{law.slope, law.side, {}, {}, 0};
  if (law.infinity != 0) r.infinity = outward(law.side, law.infinity / (upper ? shift.rest_lo : shift.rest_hi), false);
  std::size_t i = 0;
  if (upper && !rising) {
    const Merged first = merged(law, shift);
    i = first.atoms;
    if (first.at_zero > 0) push_atom(r, 0, first.at_zero);
    if (first.at_last > 0) push_atom(r, shift.down(law.position[i - 1]), first.at_last);
  }
  for (; i < law.position.size(); ++i) {
    push_atom(r, upper == rising ? shift.up(law.position[i]) : shift.down(law.position[i]), law.mass[i]);
  }
  return r;
}

}  // namespace

ConvexLaw given_drawn(const ConvexLaw& law, const Ball& never) {
  kernel::require_nearest();
  const Ball rest = 1 - never;
  const Shift shift{std::max(0.0, never.to_double_down()), never.to_double_up(), rest.to_double_down(),
                    std::min(1.0, rest.to_double_up())};
  if (!never.is_finite() || !(shift.b_hi < 1) || !(shift.rest_lo > 0)) {
    throw InputError("given_drawn", "never", std::to_string(shift.b_hi), "at least 0 and below 1");
  }
  return shifted(law, shift);
}

Ball never_drawn(const Rational& rate, slong steps) {
  constexpr slong bits = 512;
  if (rate == Rational(1)) return Ball(0, bits);
  const Ball ln_rest = rate * 2 > Rational(1) ? log(Ball(1 - rate, bits)) : log1p(-Ball(rate, bits));
  return exp(ln_rest * steps);
}

bool is_drawn_often(const Ball& never) {
  constexpr double least = 1e-9;
  return (1 - never).to_double_down() >= least;
}

RatioLaw given_drawn(const RatioLaw& law, const Ball& never) {
  return {given_drawn(law.upper, never), given_drawn(law.lower, never)};
}

}  // namespace hallmark
