#include "bounds/composition/composition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/composition/routes.hpp"
#include "bounds/phases_text.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

std::vector<Direction> directions(const Groups& groups, const Ask& ask) {
  if (ask.direction != Direction::both) return {ask.direction};
  if (groups.symmetric) return {Direction::remove};
  return {Direction::remove, Direction::add};
}

Found larger(const std::vector<Found>& found) {
  Found r = found.front();
  for (const Found& f : found) {
    if (f.lo > r.lo) r.lower_direction = Direction::add;
    r.lo = std::max(r.lo, f.lo);
    r.hi = std::max(r.hi, f.hi);
    r.reached = r.reached && f.reached;
    r.bits = std::max(r.bits, f.bits);
  }
  return r;
}

// Whether some phase is known by its convex law alone.
bool needs_convex(const Groups& groups) {
  return std::any_of(groups.phases.begin(), groups.phases.end(),
                     [](const Phase& p) { return p.ratio_law && !p.atoms && !p.lattice; });
}

bool by_convex_laws(const Groups& groups, const Ask& ask) {
  return ask.route == "convex" || (ask.route.empty() && needs_convex(groups));
}

void check_route(const Ask& ask, const Groups& groups) {
  if (ask.route == "lattice" && needs_convex(groups)) {
    throw InputError("composition", "route", "lattice", "not asked for allocation or poisson-gaussian: route convex");
  }
  if (ask.route == "atoms" && !is_pair_of_lists(groups)) {
    throw InputError("composition", "route", "atoms", "asked for exactly two rounds of finite mechanisms only");
  }
}

// What one round proves takes a moment; where it does not, most of the time is for the rounds.
Budget cheap_share(const Ask& ask) { return ask.budget.half().half(); }

[[noreturn]] void refuse_contour() {
  throw InputError(
      "composition", "route", "contour",
      "asked for phases that all have a transform, one of them decaying (Gaussian or Poisson batches), and a "
      "budget that reaches so far");
}

// The second answer where the first has not reached its digits; the ends that both prove.
Found better(const std::optional<Found>& first, Found second, const Ask& ask) {
  if (!first || second.reached) return second;
  second.lo = std::max(second.lo, first->lo);
  second.hi = std::min(second.hi, first->hi);
  second.reached = has_digits(second.lo, second.hi, ask.digits);
  return second;
}

// The routes to delta at an eps, to epsilon at a delta.
template <typename Answer>
using RouteTo = Answer (*)(const Groups& groups, Direction direction, const Number& at, const Ask& ask);
struct Routes {
  RouteTo<std::optional<Found>> few, two, line;
  RouteTo<Found> convex, lattice;
};
constexpr Routes to_delta{delta_of_few, delta_of_two, delta_on_line, delta_by_convex_laws, delta_on_lattice};
constexpr Routes to_epsilon{epsilon_of_few, epsilon_of_two, epsilon_on_line, epsilon_by_convex_laws,
                            epsilon_on_lattice};

Found in_one_direction(const Routes& routes, const Groups& groups, Direction direction, const Number& at,
                       const Ask& ask) {
  std::optional<Found> few;
  if (ask.route.empty()) few = routes.few(groups, direction, at, ask);
  if (few && few->reached) return *std::move(few);
  if (is_pair_of_lists(groups) && (ask.route.empty() || ask.route == "atoms")) {
    if (auto exact = routes.two(groups, direction, at, ask)) return better(few, *std::move(exact), ask);
  }
  if (few) return *std::move(few);
  std::optional<Found> line;
  if (ask.route.empty() || ask.route == "contour") {
    line = routes.line(groups, direction, at, ask);
    if (ask.route == "contour" && !line) refuse_contour();
    if (line && (line->reached || ask.route == "contour" || !needs_convex(groups))) return *std::move(line);
  }
  const auto last = by_convex_laws(groups, ask) ? routes.convex : routes.lattice;
  return better(line, last(groups, direction, at, ask), ask);
}

}  // namespace

bool is_upper(const std::vector<Phase>& phases) {
  return std::any_of(phases.begin(), phases.end(), [](const Phase& p) { return p.upper; });
}

Found delta(const std::vector<Phase>& phases, const Number& eps, const Ask& ask) {
  const Groups groups = group(phases);
  check_route(ask, groups);
  if (beyond(groups, eps)) {
    return {
        .lo = 0, .hi = 0, .reached = true, .method = "exactly 0: eps is at least the sum of the largest log ratios"};
  }

  if (groups.phases.empty() && ask.route.empty()) {
    return delta_of_gaussians(groups, eps, ask);
  }
  std::vector<Found> found;
  for (Direction direction : directions(groups, ask)) {
    const RationalEnds cheap = delta_by_one_round(groups, direction, eps, cheap_share(ask));
    Found one = in_one_direction(to_delta, groups, direction, eps, ask);
    if (!one.reached) {
      one.lo = std::max(one.lo, cheap.lo);
      one.hi = std::min(one.hi, cheap.hi);
      one.reached = has_digits(one.lo, one.hi, ask.digits);
    }
    found.push_back(std::move(one));
  }
  return larger(found);
}

Found epsilon(const std::vector<Phase>& phases, const Number& target, const Ask& ask) {
  const Groups groups = group(phases);
  check_route(ask, groups);
  check_target(groups, target);
  constexpr long bits = 512;
  if (target.sign() == 0) {
    const auto most = limit(groups, bits);
    const Rational lo = most->exact ? *most->exact : most->ball.lower();
    const Rational hi = most->exact ? *most->exact : most->ball.upper();
    return {.lo = lo,
            .hi = hi,
            .reached = has_digits(lo, hi, ask.digits),
            .bits = bits,
            .method = "the sum of the largest log ratios"};
  }
  if (groups.phases.empty() && ask.route.empty()) {
    return epsilon_of_gaussians(groups, target, ask);
  }
  std::vector<Found> found;
  for (Direction direction : directions(groups, ask)) {
    const OneRoundEpsilon cheap = epsilon_by_one_round(groups, direction, target, cheap_share(ask));
    Found one = in_one_direction(to_epsilon, groups, direction, target, ask);
    if (!one.reached) {
      one.lo = std::max(one.lo, cheap.lo);
      if (cheap.hi) one.hi = std::min(one.hi, *cheap.hi);
      one.reached = has_digits(one.lo, one.hi, ask.digits);
    }
    found.push_back(std::move(one));
  }
  return larger(found);
}

}  // namespace hallmark::composition
