#include "bounds/composition/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

slong bit_length(slong n) { return static_cast<slong>(std::bit_width(static_cast<ulong>(n))); }

struct Fineness {
  slong points;
  slong tail_bits;
};

std::shared_ptr<const LatticeLaw> composed(const Groups& groups, Direction direction, const Fineness& fineness,
                                           const Budget& budget) {
  static Memo<LatticeLaw> memo(4);
  const bool reverse = direction == Direction::add && !groups.symmetric;
  std::string key = fmt::format("{} {} {}", reverse, fineness.points, fineness.tail_bits);
  for (const auto* list : {&groups.phases, &groups.gaussian}) {
    for (const Phase& p : *list) key += fmt::format(" | {} x{}", p.key, p.rounds);
  }
  return memo.get(key, budget, [&]() -> std::optional<LatticeLaw> {
    constexpr slong unit_guard = 44;
    const slong many = bit_length(groups.rounds) + 6;
    const LatticeEffort one{.points = fineness.points,
                            .unit_bits = fineness.tail_bits + many + unit_guard,
                            .tail_bits = fineness.tail_bits + many};
    LatticeEffort all = one;
    all.tail_bits = fineness.tail_bits + bit_length(static_cast<slong>(groups.phases.size()) + 1);
    LatticeLaw law(all);
    for (const Phase& p : groups.phases) {
      if (budget.expired()) return std::nullopt;
      std::optional<LatticeLaw> base;
      if (p.atoms) {
        const Listing listing{.bits = one.unit_bits + 48, .tail_bits = one.tail_bits, .most = 500'000};
        const auto list = listed(p, direction, listing, budget);
        if (list) base = lattice_law(*list, one);
        if (!list && p.lattice) base = p.lattice(direction, one, budget);
        if (!base) base = lattice_law(p.atoms, direction == Direction::add && !p.symmetric, listing, one, budget);
      } else {
        base = p.lattice(direction, one, budget);
      }
      if (base) base = base->power(p.rounds, all, budget);
      if (!base) return std::nullopt;
      law = LatticeLaw::product(law, *base, all);
    }
    if (!groups.gaussian.empty()) {
      const Ball variance = gaussian_variance(groups, 2 * one.unit_bits + 64);
      const auto normal = gaussian_lattice(variance, one, budget);
      if (!normal) return std::nullopt;
      law = LatticeLaw::product(law, *normal, all);
    }
    return law;
  });
}

constexpr slong first_points = slong{1} << 12;
constexpr slong first_tail = 64;
constexpr slong default_points = slong{1} << 16;
constexpr slong most_points = slong{1} << 19;

// How many points would do: the width falls with the square of their number.
slong next_points(slong points, const Rational& width, const Rational& wanted, slong most) {
  if (points >= most) return 0;
  slong next = 2 * points;
  Rational left = width / 4;
  while (next < most && left * 3 > wanted * 2) {
    next *= 2;
    left = left / 4;
  }
  return next;
}

// A product of two laws cannot be interrupted: how many times the last law's cost the next one may have, so that it ends
// within what was left before the last.
class Room {
 public:
  explicit Room(const Budget& budget) {
    constexpr int most = 512;
    for (int times = 2; times <= most; times *= 2) parts_.emplace_back(times, budget.first(1, times));
  }
  // The next fineness, with fewer points where there is no room for as many; no points: there is room for none.
  [[nodiscard]] Fineness fit(const Fineness& last, Fineness next) const {
    constexpr double beyond_linear = 1.3;
    const auto times = [&] {
      return beyond_linear * static_cast<double>(next.points) / static_cast<double>(last.points) *
             static_cast<double>(next.tail_bits) / static_cast<double>(last.tail_bits);
    };
    while (next.points > 0 && !has(times())) next.points = next.points > 2 * last.points ? next.points / 2 : 0;
    return next;
  }

 private:
  [[nodiscard]] bool has(double times) const {
    return std::none_of(parts_.begin(), parts_.end(),
                        [&](const auto& part) { return part.first <= times && part.second.expired(); });
  }
  std::vector<std::pair<int, Budget>> parts_;
};

// A dyadic number near x, for a search.
Rational near(double x) {
  Rational r;
  const double scaled = std::ldexp(x, 30 - std::ilogb(std::max(x, 1e-300)));
  return Rational(std::llround(scaled)) * pow(Rational(2), std::ilogb(std::max(x, 1e-300)) - 30);
}

// The smallest and largest points found, by halving to a relative width of 2^-bits, of a test that fails at low and
// holds at high; both ends evaluated (or known to the caller).
struct Halved {
  Rational fails;
  Rational holds;
};
Halved halve(Halved ends, slong bits, const std::function<bool(const Rational&)>& holds, const Budget& budget) {
  const Rational share = pow(Rational(2), -bits);
  while (ends.holds - ends.fails > ends.holds * share && !budget.expired()) {
    const bool apart = ends.fails.sign() > 0 ? ends.holds > ends.fails * 4 : true;
    const Rational middle =
        !apart ? (ends.fails + ends.holds) / 2
               : (ends.fails.sign() > 0
                      ? near(std::sqrt(Ball(ends.fails, 64).to_double_up() * Ball(ends.holds, 64).to_double_up()))
                      : ends.holds / 16);
    if (middle <= ends.fails || middle >= ends.holds) break;
    (holds(middle) ? ends.holds : ends.fails) = middle;
    if (ends.fails.sign() == 0 && ends.holds < pow(Rational(2), -400)) break;
  }
  return ends;
}

// delta(eps) <= target of a law, at each end.
struct Comparison {
  const LatticeLaw& law;
  const Rational& target_lo;
  const Rational& target_hi;
  [[nodiscard]] bool surely_at_most(const Rational& eps) const { return law.upper_delta(Number(eps)) <= target_lo; }
  [[nodiscard]] bool surely_above(const Rational& eps) const { return law.lower_delta(Number(eps)) > target_hi; }
};

}  // namespace

Enclosed delta_on_lattice(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const slong digits = ask.default_effort ? default_digits : ask.digits;
  const slong most = ask.default_effort ? default_points : most_points;
  Enclosed best{.lo = 0, .hi = 1, .route = "lattice", .method = "products of laws on a grid of log ratios"};
  Fineness fineness{first_points, first_tail};
  while (fineness.points > 0 && fineness.tail_bits <= most_tail_bits) {
    const Room room(ask.budget);
    const auto law = composed(groups, direction, fineness, ask.budget);
    if (!law) return best;
    const auto value = law->delta(eps);
    best.lo = std::max(best.lo, value.lo);
    best.hi = std::min(best.hi, value.hi);
    best.bits = fineness.tail_bits;
    best.scale = law->scale();
    best.method =
        fmt::format("products of laws on a grid of {} log ratios a step 2^{} apart", law->points(), -law->scale());
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || ask.budget.expired()) return best;
    // First a tail that does not matter, then the points.
    constexpr slong spare = 16;
    constexpr slong block = 16;
    const slong need = best.lo.sign() == 0 ? 2 * fineness.tail_bits : bits_of(digits) + spare + depth(best.lo);
    Fineness next = fineness;
    if (need > fineness.tail_bits) {
      next.tail_bits = (need + block - 1) / block * block;
    } else {
      next.points = next_points(fineness.points, best.hi - best.lo, best.lo / pow(Rational(10), digits), most);
      if (next.points == 0) return best;
    }
    fineness = room.fit(fineness, next);
  }
  return best;
}

Enclosed epsilon_on_lattice(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const slong digits = ask.default_effort ? default_digits : ask.digits;
  const slong most = ask.default_effort ? default_points : most_points;
  Enclosed best{.lo = 0,
                .hi = 0,
                .route = "lattice",
                .method = "certified inversion of products of laws on a grid of log ratios"};
  constexpr slong far = 1'000'000;
  std::optional<Rational> hi = largest_epsilon(groups, target);
  const Ball target_ball = target.ball(4096);
  const Rational target_lo = target_ball.lower();
  const Rational target_hi = target_ball.upper();
  constexpr slong spare = 16;
  constexpr slong block = 16;
  const slong target_depth = target_lo.sign() > 0 ? depth(target_lo) : 0;
  Fineness fineness{
      first_points,
      std::max(first_tail, (target_depth + bits_of(std::min(digits, slong{12})) + spare + block - 1) / block * block)};
  if (target_lo.sign() <= 0) fineness.tail_bits = most_tail_bits + 1;  // only the largest log ratio helps
  while (fineness.points > 0 && fineness.tail_bits <= most_tail_bits) {
    const Room room(ask.budget);
    const auto law = composed(groups, direction, fineness, ask.budget);
    if (!law) break;
    const Comparison at{*law, target_lo, target_hi};
    best.bits = fineness.tail_bits;
    best.scale = law->scale();
    best.method =
        fmt::format("certified inversion on a grid of {} log ratios a step 2^{} apart", law->points(), -law->scale());
    if (at.surely_at_most(0))
      return {.lo = 0,
              .hi = 0,
              .reached = true,
              .bits = best.bits,
              .route = "lattice",
              .method = best.method,
              .scale = law->scale()};
    const slong search_bits = bits_of(digits) + 4;
    // A point where the upper law is low enough: doubling, then halving.
    Rational from = best.lo;
    std::optional<Rational> reach = hi ? *hi : std::max(Rational(1), best.lo * 2);
    bool found = hi.has_value();
    while (!found && reach && !ask.budget.expired()) {
      found = at.surely_at_most(*reach);
      if (!found) {
        from = *reach;
        reach = next_larger(from);
      }
    }
    if (found) {
      hi = halve(
               {std::min(from, *reach), *reach}, search_bits, [&](const Rational& x) { return at.surely_at_most(x); },
               ask.budget)
               .holds;
    }
    // And one where the lower law is too high.
    if (at.surely_above(best.lo)) {
      const Rational top = hi ? *hi : Rational(far);
      best.lo = halve(
                    {best.lo, top}, search_bits, [&](const Rational& x) { return !at.surely_above(x); }, ask.budget)
                    .fails;
    }
    best.reached = hi && has_digits(best.lo, *hi, digits);
    if (best.reached || ask.budget.expired()) break;
    const slong points = hi && best.lo.sign() > 0
                             ? next_points(fineness.points, *hi - best.lo, best.lo / pow(Rational(10), digits), most)
                             : (4 * fineness.points > most ? 0 : 4 * fineness.points);
    fineness = room.fit(fineness, {points, fineness.tail_bits});
  }
  if (!hi) refuse_delta(target);
  best.hi = *hi;
  if (!best.reached) best.reached = best.lo == best.hi;
  return best;
}

}  // namespace hallmark::composition
