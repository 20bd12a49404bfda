#include "bounds/allocation/allocation_sigma.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/batch/gaussian.hpp"
#include "bounds/monotone_search.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

constexpr std::string_view where = "allocation.sigma";
constexpr long most_evaluations = 15;

long rounds_of(const SigmaParameters& x) {
  const Rational all = Rational(x.selected) * x.epochs;
  if (all > Rational(max_steps)) {
    throw InputError(where, "epochs", std::to_string(x.epochs), "such that selected epochs is at most 10^15");
  }
  return all.to_long();
}

enum class Wanted_end { both, lower, upper };

}  // namespace

SigmaOutcome sigma(const SigmaParameters& x, const SigmaCurve& curve, long digits, const Budget& budget) {
  check_domain(where, {1, x.steps, x.selected});
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  if (x.delta.sign() <= 0 || less(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and below 1");
  }
  if (x.epochs < 1) throw InputError(where, "epochs", std::to_string(x.epochs), "at least 1");
  const long rounds = rounds_of(x);
  constexpr long coarse = 6;
  const Inversion gaussian = gaussian::sigma({x.eps, x.delta, rounds}, x.selected == x.steps ? digits : coarse, budget);
  if (x.selected == x.steps) return {gaussian.bracket, gaussian.reached, gaussian.evaluations};
  const Rational most = gaussian.bracket.hi;

  // The chance of each step makes the noise needed smaller by about sqrt(selected / steps), but hardly below 1/2.
  const double every = roughly(Ball(most, 64));
  const double share = std::sqrt(static_cast<double>(x.selected) / static_cast<double>(x.steps));
  const double guess = std::clamp(std::max(every * share, 0.45), every / 1e6, every * 0.97);
  const bool exact = x.selected == 1;
  SigmaOutcome all{{0, most}, false, 0};
  const long bits = 64 + 8 * digits;

  const auto run = [&](Direction d, Wanted_end end, const Rational& lo, const Rational& hi, const Rational& start,
                       long asked) {
    const auto f = [&](const Rational& s, long) {
      const Bracket b = curve(s, d, asked + 3);
      if (end == Wanted_end::lower) return Ball(b.lo, 4 * bits);
      if (end == Wanted_end::upper) return Ball(b.hi, 4 * bits);
      return Ball::between(b.lo, b.hi, 4 * bits);
    };
    const long left = most_evaluations - all.evaluations - (end == Wanted_end::upper ? most_evaluations / 2 : 0);
    const Inversion found = search({.f = f,
                                    .target = x.delta.ball(16 * digits + 4096),
                                    .lo = lo,
                                    .hi = hi,
                                    .start = start,
                                    .digits = asked,
                                    .most_evaluations = std::max(left, 1L)},
                                   {.first_bits = bits, .last_bits = 64 * bits, .budget = budget});
    all.evaluations += found.evaluations;
    return found.bracket;
  };
  // Both ends in one direction; a bracket of delta gives one search for each end.
  const auto one_direction = [&](Direction d, const Rational& lo, const Rational& start) -> Bracket {
    if (exact) return run(d, Wanted_end::both, lo, most, start, digits);
    const Bracket upper = run(d, Wanted_end::upper, lo, most, start, digits);
    const Rational& safe = upper.hi;
    const Bracket lower = run(d, Wanted_end::lower, lo, safe, safe * Rational("1/2"), digits);
    return {lower.lo, safe};
  };
  const auto begin = short_dyadic(guess, 30);
  if (x.direction != Direction::both) {
    all.bracket = one_direction(x.direction, 0, begin);
  } else {
    // The larger of two: that of removing, unless adding needs more there.
    const Bracket remove = one_direction(Direction::remove, 0, begin);
    all.bracket = remove;
    ++all.evaluations;
    const Ball goal = x.delta.ball(16 * digits + 4096);
    const Bracket there = curve(remove.hi, Direction::add, digits + 3);
    if (less_equal(Ball(there.hi, bits), goal) != Truth::yes) {
      const Bracket add = one_direction(Direction::add, 0, short_dyadic(roughly(Ball(remove.hi, 64)) * 1.05, 30));
      all.bracket = {std::max(remove.lo, add.lo), std::max(remove.hi, add.hi)};
    }
  }
  all.reached = has_digits(all.bracket.lo, all.bracket.hi, digits);
  return all;
}

}  // namespace hallmark::allocation
