#include "bounds/composition/routes.hpp"

#include <algorithm>

namespace hallmark::composition {
namespace {

std::optional<Sample> two_rounds(const Groups& groups, Direction direction, const Number& eps, const Listing& listing,
                                 const Budget& budget) {
  const auto a = listed(groups.phases.front(), direction, listing, budget);
  const auto b = listed(groups.phases.back(), direction, listing, budget);
  if (!a || !b) return std::nullopt;
  return two_round_delta_with_slope(*a, *b, exponential(eps, listing.bits), budget);
}

constexpr std::size_t most_atoms = 8'000'000;  // as the sources estimate it: up to three times too many
constexpr slong atom_guard = 56;               // bits of a listed mass beyond the tail left out

}  // namespace

std::optional<Enclosed> delta_of_two(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const slong digits = ask.default_effort ? usual_exact_digits : ask.digits;
  const Budget& budget = ask.budget;
  Enclosed best{.lo = 0, .hi = 1, .route = "atoms", .method = "two-pointer sum over pairs of likelihood-ratio atoms"};
  bool any = false;
  for (slong tail = bits_of(digits) + 24; tail <= most_tail_bits;) {
    const Listing listing{.bits = tail + atom_guard, .tail_bits = tail, .most = most_atoms};
    const auto value = two_rounds(groups, direction, eps, listing, budget);
    if (!value) break;
    any = true;
    best.lo = std::max(best.lo, value->value.lower());
    best.hi = std::min(best.hi, value->value.upper());
    best.bits = listing.bits;
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || budget.expired()) break;
    tail = best.lo.sign() > 0 ? std::max(tail + 16, bits_of(digits) + 24 + depth(best.lo)) : 2 * tail;
  }
  if (!any) return std::nullopt;
  if (ask.default_effort) best.reached = has_digits(best.lo, best.hi, default_digits);
  return best;
}

std::optional<Enclosed> epsilon_of_two(const Groups& groups, Direction direction, const Number& target,
                                       const Ask& ask) {
  const slong digits = ask.default_effort ? usual_exact_digits : ask.digits;
  constexpr slong guard = 64;
  const slong bits = bits_of(digits) + guard;
  const slong deep = depth(target.ball(bits).lower());
  const auto listing = [&](slong at) {
    const slong tail = std::max(at - atom_guard, slong{24}) + deep;
    return Listing{.bits = tail + atom_guard + 16, .tail_bits = tail, .most = most_atoms};
  };
  if (!two_rounds(groups, direction, 0, listing(bits), ask.budget)) return std::nullopt;
  Enclosed r = invert(
      [&](const Number& eps, slong at) {
        const auto sample = two_rounds(groups, direction, eps, listing(std::max(at, bits)), ask.budget);
        if (!sample) return Sample{Ball::between(0, 1, at), Ball::anything(at)};
        return Sample{sample->value.with_bits(at), sample->slope.with_bits(at)};
      },
      target, largest_epsilon(groups, target), digits, bits, ask.budget);
  r.route = "atoms";
  r.method = "certified inversion of the two-pointer sum over pairs of likelihood-ratio atoms";
  return r;
}

}  // namespace hallmark::composition
