#include "bounds/composition/composition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "bounds/composition/routes.hpp"
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

struct Question {
  const Groups& groups;
  Direction direction;
  const Number& at;  // the eps of delta, the delta of epsilon
  const Ask& ask;
};

using Row = Route<Question, Found>;
using Q = const Question&;
using F = const Found&;

std::string_view not_balls(Q q, F) {
  if (!q.groups.phases.empty()) return "not every phase is Gaussian";
  return q.ask.route.empty() ? "" : "another route was asked for";
}

std::string_view not_atoms(Q q, F) {
  if (!is_pair_of_lists(q.groups)) return "not two rounds of finite mechanisms";
  return q.ask.route.empty() || q.ask.route == "atoms" ? "" : "another route was asked for";
}

std::string_view not_convex(Q q, F) {
  return by_convex_laws(q.groups, q.ask) ? "" : "a lattice serves these phases as well";
}

// Each of them answers where it applies; a list may be too long.
template <auto by>
bool answered(Found& best, Q q, const Budget&) {
  std::optional<Found> found = by(q.groups, q.direction, q.at, q.ask);
  if (!found) return false;
  best = std::move(*found);
  return true;
}

Found delta_by_balls(const Groups& groups, Direction, const Number& eps, const Ask& ask) {
  return delta_of_gaussians(groups, eps, ask);
}

Found epsilon_by_balls(const Groups& groups, Direction, const Number& target, const Ask& ask) {
  return epsilon_of_gaussians(groups, target, ask);
}

constexpr Row delta_routes[] = {{"balls", not_balls, always<0>, answered<delta_by_balls>},
                                {"atoms", not_atoms, always<1>, answered<delta_of_two>},
                                {"convex", not_convex, always<2>, answered<delta_by_convex_laws>},
                                {"lattice", applies, always<3>, answered<delta_on_lattice>}};

constexpr Row epsilon_routes[] = {{"balls", not_balls, always<0>, answered<epsilon_by_balls>},
                                  {"atoms", not_atoms, always<1>, answered<epsilon_of_two>},
                                  {"convex", not_convex, always<2>, answered<epsilon_by_convex_laws>},
                                  {"lattice", applies, always<3>, answered<epsilon_on_lattice>}};

Found by_routes(std::span<const Row> table, const Groups& groups, const Number& at, const Ask& ask) {
  std::vector<Found> found;
  for (const Direction direction : directions(groups, ask)) {
    Found one;
    const auto enough = [](F f) { return f.reached; };
    one.tried = take_routes(table, Question{groups, direction, at, ask}, one, enough, ask.budget);
    found.push_back(std::move(one));
  }
  return larger(found);
}

void check_route(const Ask& ask, const Groups& groups) {
  if (ask.route == "lattice" && needs_convex(groups)) {
    throw InputError("composition", "route", "lattice", "not asked for allocation or poisson-gaussian: route convex");
  }
  if (ask.route == "atoms" && !is_pair_of_lists(groups)) {
    throw InputError("composition", "route", "atoms", "asked for exactly two rounds of finite mechanisms only");
  }
}

}  // namespace

Found delta(const std::vector<Phase>& phases, const Number& eps, const Ask& ask) {
  const Groups groups = group(phases, ask.session);
  check_route(ask, groups);
  if (beyond(groups, eps)) {
    return {
        .lo = 0, .hi = 0, .reached = true, .method = "exactly 0: eps is at least the sum of the largest log ratios"};
  }

  return by_routes(delta_routes, groups, eps, ask);
}

Found epsilon(const std::vector<Phase>& phases, const Number& target, const Ask& ask) {
  const Groups groups = group(phases, ask.session);
  check_route(ask, groups);
  if (target.sign() < 0 || less_equal(target, 1) != Truth::yes) {
    throw InputError("composition", "delta", target.to_string(), "from 0 to 1");
  }
  constexpr long bits = 512;
  if (const Ball infinite = infinite_mass(groups, bits); less(target.ball(bits), infinite) == Truth::yes) {
    throw InputError("composition", "delta", target.to_string(),
                     fmt::format("at least the delta of an infinite epsilon, {}", infinite.to_string(10)));
  }
  if (target.sign() == 0 && !limit(groups, bits)) {
    throw InputError("composition", "delta", target.to_string(), "positive: no finite epsilon has delta 0");
  }
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
  return by_routes(epsilon_routes, groups, target, ask);
}

}  // namespace hallmark::composition
