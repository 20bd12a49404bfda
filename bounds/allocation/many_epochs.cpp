#include "bounds/allocation/many_epochs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "bounds/allocation/one_jump.hpp"
#include "bounds/allocation/renyi.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong bits = 128;

// With finite ends: little noise asks for more bits than these, and then the elementary bounds will do.
RenyiBounds divergence(const ProfileParameters& p, const Rational& h, const Budget& budget) {
  const RenyiParameters x{{p.sigma, p.steps, p.selected}, Number(h + 1), p.direction};
  RenyiBounds found = renyi(x, RenyiRoute::series, bits, budget);
  if (found.lower.is_finite() && found.upper.is_finite()) return found;
  return renyi_elementary(x, bits);
}

// An event of probability p at least, where the log of the ratio is at least l.
struct Event {
  Ball l, p;
};

// Three: from one as far out as can be to one of probability close to 1.
std::vector<Event> events(const ProfileParameters& p, const Budget& budget) {
  // The variance of the log is about twice its mean.
  const double mean = roughly(divergence(p, pow(Rational(2), -10), budget).lower) * static_cast<double>(p.epochs);
  std::vector<Event> found;
  constexpr std::array<std::array<double, 2>, 3> choices{{{1, 1}, {0.125, 6}, {1.0 / 64, 20}}};
  for (const auto& [share, halvings] : choices) {
    const double size = std::clamp(share / std::sqrt(2 * mean), 1e-9, 0.5);
    if (!std::isfinite(size) || budget.expired()) break;
    const Rational h = short_dyadic(size, 3);
    const Ball theta(pow(Rational(2), -static_cast<int>(halvings)), bits);
    const Ball near = divergence(p, h, budget).lower * p.epochs;
    const Ball far = divergence(p, h * 2, budget).upper * p.epochs;
    const Ball width(h, bits);
    found.push_back({near + log(theta) / width, (1 - theta) * (1 - theta) * exp(2 * width * (near - far))});
  }
  return found;
}

}  // namespace

Bracket many_epochs_epsilon(const ProfileParameters& p, const Number& delta, const Budget& budget) {
  const Ball target = delta.ball(bits);
  Rational lo = 0;
  for (const Event& e : events(p, budget)) {
    if (!e.p.is_finite() || less(target, e.p) != Truth::yes) continue;
    // delta(eps) > delta for every smaller eps.
    const Ball end = e.l + log(1 - target / e.p);
    if (end.is_finite()) lo = std::max(lo, end.lower());
  }
  const double mean = roughly(divergence(p, pow(Rational(2), -10), budget).lower) * static_cast<double>(p.epochs);
  const double depth = -roughly(log(delta.ball(64)));
  Rational hi = one_jump_epsilon_upper(p, delta);
  for (const double share : {0.7, 1.0, 1.4}) {
    const double size = std::clamp(share * std::sqrt(depth / mean), 1e-9, 100.0);
    if (!std::isfinite(size)) continue;
    const Rational h = short_dyadic(size, 3);
    const Ball width(h, bits);
    const Ball end =
        divergence(p, h, budget).upper * p.epochs - (log(target) + log(1 + width)) / width + log(width / (1 + width));
    if (!end.is_finite()) continue;
    hi = std::min(hi, std::max(end.upper(), Rational(0)));
  }
  require(lo <= hi, "an end above and one below");
  return {lo, hi};
}

Ball many_epochs_delta_lower(const ProfileParameters& p, const Number& eps, const Budget& budget) {
  Ball best(0, bits);
  for (const Event& e : events(p, budget)) {
    const Ball value = e.p * (1 - exp(eps.ball(bits) - e.l));
    if (value.is_finite() && is_positive(value) == Truth::yes) best = max(best, min(value, Ball(1, bits)));
  }
  return best;
}

}  // namespace hallmark::allocation
