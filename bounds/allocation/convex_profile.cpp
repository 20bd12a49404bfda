#include "bounds/allocation/convex_profile.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bounds/directions.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"
#include "exact/symmetric_law.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong most_copies = 1'000'000'000'000;

void check_profile(std::string_view where, const ProfileParameters& p) {
  if (p.sigma.sign() <= 0) throw InputError(where, "sigma", p.sigma.to_string(), "0 < sigma");
  if (p.steps < 1 || p.steps > most_copies) throw InputError(where, "steps", std::to_string(p.steps), "in 1..10^12");
  if (p.epochs < 1 || p.epochs > most_copies) {
    throw InputError(where, "epochs", std::to_string(p.epochs), "in 1..10^12");
  }
  if (p.selected < 1 || p.selected > p.steps) {
    throw InputError(where, "selected", std::to_string(p.selected), "in 1..steps");
  }
}

void check_digits(std::string_view where, slong digits) {
  if (digits < 1 || digits > 12) throw InputError(where, "digits", std::to_string(digits), "in 1..12");
}

double estimate(const Rational& x) { return std::clamp(binary64(x, Rounding::down), 1e-120, 1.0); }

/// The number of nodes that should bring a relative width down to the one wanted; widths fall as nodes^-2.
slong refined(slong nodes, double width, double wanted, slong last) {
  const double factor = std::clamp(1.15 * std::sqrt(width / wanted), 2.0, 64.0);
  return std::min(last, static_cast<slong>(std::ceil(static_cast<double>(nodes) * factor / 256)) * 256);
}

/// hi - lo over hi.
double relative_width(const Rational& lo, const Rational& hi) {
  return hi.sign() == 0 ? 0 : binary64((hi - lo) / hi, Rounding::up);
}

/// The ratio of one step out of `steps`.
std::optional<RatioLaw> mixture(const RatioLaw& base, slong steps, const Resolution& resolution, const Budget& budget) {
  const auto total = power_sum(base, steps, resolution, budget);
  if (!total.has_value()) return std::nullopt;
  return divided(*total, steps);
}

/// The ratio of 1 < selected < steps: above it the product of the blocks, below it the contracted e_k.
std::optional<RatioLaw> several(const RatioLaw& base, slong steps, slong k, Resolution resolution,
                                const Budget& budget) {
  const slong length = steps / k;
  const slong longer = steps % k;
  // Less mass at infinity is a lower law too.
  ConvexLaw finite = base.lower;
  finite.infinity = 0;
  auto lower = symmetric_mean_lower(finite, steps, std::min(k, most_chosen), resolution, budget);
  if (!lower.has_value()) return std::nullopt;
  resolution.smallest_delta = std::max(1e-290, resolution.smallest_delta / static_cast<double>(k));
  auto block = mixture(base, length, resolution, budget);
  if (!block.has_value()) return std::nullopt;
  auto all = power_product(*block, k - longer, resolution, budget);
  if (longer > 0 && all.has_value()) {
    block = mixture(base, length + 1, resolution, budget);
    if (!block.has_value()) return std::nullopt;
    block = power_product(*block, longer, resolution, budget);
    if (!block.has_value()) return std::nullopt;
    all = product(*all, *block, resolution, budget);
  }
  if (!all.has_value()) return std::nullopt;
  return RatioLaw{std::move(all->upper), *std::move(lower)};
}

/// Whether finer grids bring the two sides together.
bool closes(const ProfileParameters& p) { return p.selected == 1 || p.selected == p.steps; }

/// The finest grid worth its time: elsewhere the sides stay apart by more than such a grid's gap.
slong last_grid(const ProfileParameters& p, const Grids& grids) {
  return std::min(grids.finest, closes(p) ? finest_grid : 2048);
}

}  // namespace

std::optional<RatioLaw> epoch_law(const RatioLaw& step, slong steps, slong selected, const Resolution& resolution,
                                  const Budget& budget) {
  return selected == 1 ? mixture(step, steps, resolution, budget) : several(step, steps, selected, resolution, budget);
}

std::optional<RatioLaw> profile_law(const ProfileParameters& parameters, const Resolution& resolution,
                                    const Budget& budget) {
  check_profile("allocation", parameters);
  check_one_direction("allocation", parameters.direction);
  const Slope slope = parameters.direction == Direction::remove ? Slope::rising : Slope::falling;
  const Ball sigma = parameters.sigma.ball(256);
  Resolution each = resolution;
  each.smallest_delta = std::max(1e-290, each.smallest_delta / static_cast<double>(parameters.epochs));
  std::optional<RatioLaw> epoch;
  if (parameters.selected == parameters.steps) {
    epoch = lognormal_law(parameters.selected / (sigma * sigma), slope, each, budget);
  } else if (const auto base = lognormal_law(1 / (sigma * sigma), slope, each, budget); base.has_value()) {
    epoch = epoch_law(*base, parameters.steps, parameters.selected, each, budget);
  }
  if (!epoch.has_value()) return std::nullopt;
  return power_product(*epoch, parameters.epochs, resolution, budget);
}

ProfileDelta profile_delta(const ProfileParameters& parameters, const Number& eps, slong digits, const Budget& budget,
                           KeptLaws* kept, const Grids& grids) {
  check_profile("allocation", parameters);
  check_digits("allocation", digits);
  const double wanted = steady::pow(10.0, -static_cast<double>(digits));
  ProfileDelta answer{{Rational(0), Rational(0)}, true, 0};
  for (const Direction direction : directions_of(parameters.direction)) {
    ProfileParameters one = parameters;
    one.direction = direction;
    RationalEnds best{Rational(0), Rational(1)};
    bool reached = false;
    slong nodes = grids.first;
    double smallest = 1e-12;
    const auto intersect = [&](const RatioLaw& law) {
      const RationalEnds now = delta(law, eps);
      best = {std::max(best.lo, now.lo), std::min(best.hi, now.hi)};
      return relative_width(best.lo, best.hi);
    };
    if (kept != nullptr) {
      for (const KeptLaws::Kept& k : kept->all) {
        if (k.direction != direction) continue;
        reached = intersect(k.law) <= wanted;
        nodes = std::max(nodes, k.resolution.nodes);
        smallest = std::min(smallest, k.resolution.smallest_delta);
        answer.nodes = std::max(answer.nodes, k.resolution.nodes);
        if (reached) break;
      }
    }
    const auto made = [&](const Resolution& resolution) {
      return kept != nullptr && std::any_of(kept->all.begin(), kept->all.end(), [&](const KeptLaws::Kept& k) {
               return k.direction == direction && k.resolution.nodes == resolution.nodes &&
                      k.resolution.smallest_delta <= resolution.smallest_delta;
             });
    };
    while (!reached && !budget.expired()) {
      double width = relative_width(best.lo, best.hi);
      if (const Resolution resolution{.nodes = nodes, .smallest_delta = smallest}; !made(resolution)) {
        auto law = profile_law(one, resolution, budget);
        if (!law.has_value()) break;
        answer.nodes = std::max(answer.nodes, nodes);
        width = intersect(*law);
        if (kept != nullptr) kept->all.push_back({direction, resolution, *std::move(law)});
      }
      reached = width <= wanted;
      if (reached) break;
      if (estimate(best.lo) < smallest && smallest > 1e-110) {  // the grid ended before what is asked for
        smallest = std::max(1e-120, std::min(estimate(best.hi), smallest * smallest));
        continue;
      }
      const slong last = last_grid(parameters, grids);
      if (nodes >= last) break;
      smallest = std::max(1e-120, estimate(best.lo));
      nodes = refined(nodes, width, wanted, last);
    }
    answer.delta = {std::max(answer.delta.lo, best.lo), std::max(answer.delta.hi, best.hi)};
    answer.reached = answer.reached && reached;
  }
  return answer;
}

ProfileEpsilon profile_epsilon(const ProfileParameters& parameters, const Rational& delta_wanted, slong digits,
                               const Budget& budget, const Grids& grids) {
  check_profile("allocation", parameters);
  check_digits("allocation", digits);
  if (delta_wanted.sign() <= 0 || delta_wanted > Rational(1)) {
    throw InputError("allocation", "delta", delta_wanted.to_string(), "0 < delta <= 1");
  }
  const double wanted = steady::pow(10.0, -static_cast<double>(digits));
  ProfileEpsilon answer{{Rational(0), Rational(0)}, true, 0};
  for (const Direction direction : directions_of(parameters.direction)) {
    ProfileParameters one = parameters;
    one.direction = direction;
    EpsilonBounds best{Rational(0), std::nullopt};
    bool reached = false;
    slong nodes = grids.first;
    while (!budget.expired()) {
      const auto law = profile_law(one, {.nodes = nodes, .smallest_delta = estimate(delta_wanted)}, budget);
      if (!law.has_value()) break;
      answer.nodes = std::max(answer.nodes, nodes);
      const EpsilonBounds now = epsilon(*law, delta_wanted);
      best.lo = std::max(best.lo, now.lo);
      if (now.hi.has_value()) best.hi = best.hi.has_value() ? std::min(*best.hi, *now.hi) : *now.hi;
      const double width = best.hi.has_value() ? relative_width(best.lo, *best.hi) : 1;
      reached = width <= wanted;
      const slong last = last_grid(parameters, grids);
      if (reached || nodes >= last) break;
      nodes = refined(nodes, width, wanted, last);
    }
    answer.epsilon.lo = std::max(answer.epsilon.lo, best.lo);
    if (answer.epsilon.hi.has_value()) {
      answer.epsilon.hi = best.hi.has_value() ? std::optional(std::max(*answer.epsilon.hi, *best.hi)) : std::nullopt;
    }
    answer.reached = answer.reached && reached;
  }
  return answer;
}

}  // namespace hallmark::allocation
