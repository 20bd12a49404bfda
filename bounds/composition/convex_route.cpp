#include "bounds/composition/routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/composition/ratio_atoms.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

std::optional<RatioLaw> convex_composed(const Groups& groups, Direction direction, const Resolution& resolution,
                                        const Budget& budget) {
  const Slope slope = direction == Direction::add && !groups.symmetric ? Slope::falling : Slope::rising;
  std::optional<RatioLaw> law;
  const auto times = [&](std::optional<RatioLaw> next) {
    law = law && next ? product(*law, *next, resolution, budget) : std::move(next);
    return law.has_value();
  };
  for (const Phase& p : groups.phases) {
    if (!p.atoms) throw InputError("composition", "route", "convex", "asked for finite and Gaussian mechanisms only");
    constexpr long tail_bits = 80;
    const auto list = listed(p, Direction::remove, {.bits = 128, .tail_bits = tail_bits}, budget);
    if (!list || !times(power_product(atoms_law(ratio_atoms(*list), slope), p.rounds, resolution, budget))) {
      return std::nullopt;
    }
  }
  constexpr long bits = 192;
  if (!groups.gaussian.empty() && !times(lognormal_law(gaussian_variance(groups, bits), slope, resolution, budget))) {
    return std::nullopt;
  }
  return law;
}

constexpr long first_nodes = 2048;
constexpr long default_nodes = 8192;
constexpr long most_nodes = 65536;

}  // namespace

Found delta_by_convex_laws(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_nodes : most_nodes;
  Found best{.lo = 0, .hi = 1, .route = "convex", .method = "products of convex laws"};
  constexpr double least = 1e-100;
  Resolution resolution{.nodes = first_nodes};
  while (resolution.nodes <= most) {
    const auto law = convex_composed(groups, direction, resolution, ask.budget);
    if (!law) return best;
    const Enclosure value = delta(*law, eps);
    best.lo = std::max(best.lo, value.lo);
    best.hi = std::min(best.hi, value.hi);
    best.method = fmt::format("products of convex laws of {} ratios", resolution.nodes);
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || ask.budget.expired()) return best;
    // First the size of what is wanted, then the nodes.
    const double size = best.lo.sign() > 0 ? Ball(best.lo, 64).to_double_up() / 2 : resolution.smallest_delta * 1e-10;
    if (size < resolution.smallest_delta && resolution.smallest_delta > least) {
      resolution.smallest_delta = std::max(size, least);
      continue;
    }
    resolution.nodes *= 2;
  }
  best.reached = ask.default_effort;
  return best;
}

Found epsilon_by_convex_laws(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_nodes : most_nodes;
  const auto exact = target.rational();
  if (!exact) throw InputError("composition", "delta", target.to_string(), "rational on the route convex");
  Found best{.lo = 0, .hi = 0, .route = "convex", .method = "certified inversion of products of convex laws"};
  std::optional<Rational> hi = largest_epsilon(groups, target);
  for (long nodes = first_nodes; nodes <= most; nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = Ball(*exact, 64).to_double_up() / 2};
    const auto law = convex_composed(groups, direction, resolution, ask.budget);
    if (!law) break;
    const EpsilonBounds value = epsilon(*law, *exact);
    best.lo = std::max(best.lo, value.lo);
    if (value.hi && (!hi || *value.hi < *hi)) hi = value.hi;
    best.reached = hi && has_digits(best.lo, *hi, digits);
    if (best.reached || ask.budget.expired()) break;
  }
  if (!hi) refuse_delta(target);
  best.hi = *hi;
  best.reached = best.reached || (ask.default_effort && best.lo.sign() > 0 && !ask.budget.expired());
  return best;
}

}  // namespace hallmark::composition
