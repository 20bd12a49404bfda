// The rows of the registry for what a target needs of random allocation: allocation.sigma, allocation.steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bounds/allocation/add_bounds.hpp"
#include "bounds/allocation/allocation.hpp"
#include "bounds/allocation/profile_routes.hpp"
#include "bounds/allocation/proposals.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/inverse_certifier.hpp"
#include "bounds/monotone_search.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

using namespace rows;

struct SigmaParameters {
  Number eps;    // nats, at least 0
  Number delta;  // a probability
  slong steps;
  slong selected;
  slong epochs;
  Direction direction;
};

// A bracket of delta at one sigma, in one direction, to about `digits` digits.
using SigmaCurve = std::function<Bracket(const Rational& sigma, Direction direction, slong digits)>;

struct SigmaOutcome {
  Bracket bracket;
  bool reached;
  slong evaluations;
};

constexpr std::string_view where = "allocation.sigma";
constexpr slong most_evaluations = 15;
// Digits of delta beyond those of sigma: ln delta falls at least about as fast as ln sigma grows.
constexpr slong spare = 1;

slong rounds_of(const SigmaParameters& x) {
  const Rational all = Rational(x.selected) * x.epochs;
  if (all > Rational(allocation::max_steps)) {
    throw InputError(where, "epochs", std::to_string(x.epochs), "such that selected epochs is at most 10^15");
  }
  return all.to_long();
}

// So that a value has `digits` digits, and a few bits more.
slong bits_for(slong digits) { return digits * 3322 / 1000 + 4; }

enum class Wanted_end { both, lower, upper };

// About where delta of one epoch of one selected step passes the target, below `every`; 0 where that is not seen.
double proposed_noise(const SigmaParameters& x, double every) {
  const double wanted = steady::log(roughly(x.delta.ball(64)));
  const auto is_too_little = [&](double sigma) {
    const allocation::Scales scales({Number(short_dyadic(sigma, 30)), x.steps, Direction::remove}, x.eps);
    return !scales.usable() || scales.guess() > wanted;
  };
  double lo = every / 100, hi = every;
  if (!is_too_little(lo) || is_too_little(hi)) return 0;
  constexpr double near = 1.002;
  while (hi > near * lo) {
    const double middle = std::sqrt(lo * hi);
    (is_too_little(middle) ? lo : hi) = middle;
  }
  return lo;
}

// sigma = inf {sigma > 0 : delta(eps) <= delta at sigma} of random allocation with Gaussian noise: delta(eps) > delta
// at lo (or lo = 0), delta(eps) <= delta at hi, both proved, so that hi is a safe calibration; where delta itself is
// only known between two bounds the bracket stays as wide as they are. delta is nonincreasing in sigma: adding
// independent normal noise to every output is a post-processing that turns both laws at sigma into those at a larger
// sigma. At gaussian.sigma for selected epochs rounds delta is small enough: naming the steps that use the record only
// adds to the output. As sigma falls to 0 delta tends to 1. [FS25] Theorem 3.1 of the later version (the scheme that
// dominates); the inversion is ours.
SigmaOutcome sigma_between(const SigmaParameters& x, const SigmaCurve& curve, slong digits, const Budget& budget) {
  allocation::check_domain(where, {1, x.steps, x.selected});
  const slong rounds = rounds_of(x);
  constexpr slong coarse = 6;
  const Inversion gaussian = gaussian::sigma({x.eps, x.delta, rounds}, x.selected == x.steps ? digits : coarse, budget);
  if (x.selected == x.steps) return {gaussian.bracket, gaussian.reached, gaussian.evaluations};
  const Rational most = gaussian.bracket.hi;

  // The chance of each step makes the noise needed smaller by about sqrt(selected / steps), but hardly below 1/2.
  const double every = roughly(Ball(most, 64));
  const double share = std::sqrt(static_cast<double>(x.selected) / static_cast<double>(x.steps));
  const bool exact = x.selected == 1;
  const double proposed = exact && x.epochs == 1 ? proposed_noise(x, every) : 0;
  const double guess = proposed > 0 ? proposed : std::clamp(std::max(every * share, 0.45), every / 1e6, every * 0.97);
  SigmaOutcome all{{0, most}, false, 0};
  const slong bits = 64 + 8 * digits;

  const auto run = [&](Direction d, Wanted_end end, const Rational& lo, const Rational& hi, const Rational& start,
                       slong asked) {
    const auto f = [&](const Rational& s, slong) {
      const Bracket b = curve(s, d, asked + spare);
      if (end == Wanted_end::lower) return Ball(b.lo, 4 * bits);
      if (end == Wanted_end::upper) return Ball(b.hi, 4 * bits);
      return Ball::between(b.lo, b.hi, 4 * bits);
    };
    const slong left = most_evaluations - all.evaluations - (end == Wanted_end::upper ? most_evaluations / 2 : 0);
    const Inversion found = search({.f = f,
                                    .target = x.delta.ball(16 * digits + 4096),
                                    .lo = lo,
                                    .hi = hi,
                                    .start = start,
                                    .digits = asked,
                                    .most_evaluations = std::max(left, slong{1})},
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
    // Mostly far less, which few digits tell.
    constexpr slong few = 3;
    const auto is_enough = [&](slong asked) {
      return less_equal(Ball(curve(remove.hi, Direction::add, asked).hi, bits), goal) == Truth::yes;
    };
    const Ball closed =
        allocation::delta_direct_add_upper({{remove.hi, x.steps, x.selected}, x.epochs, x.eps}, bits).value;
    if (less_equal(closed, goal) != Truth::yes && !is_enough(few) && !is_enough(digits + spare)) {
      const Bracket add = one_direction(Direction::add, 0, short_dyadic(roughly(Ball(remove.hi, 64)) * 1.05, 30));
      all.bracket = {std::max(remove.lo, add.lo), std::max(remove.hi, add.hi)};
    }
  }
  all.reached = has_digits(all.bracket.lo, all.bracket.hi, digits);
  return all;
}

Answer allocation_sigma(const Arguments& x, const Request& r) {
  const SigmaParameters p{x.number("eps"),     x.number("delta"), x.count("steps"),
                          x.count("selected"), x.count("epochs"), x.direction()};
  // One epoch of one selected step is a Laplace inversion; the others are convex laws, costly from a few digits on.
  const bool laplace = p.selected == 1 && p.epochs == 1;
  constexpr slong laplace_digits = 8;
  constexpr slong convex_digits = 3;
  slong digits = r.digits;
  if (r.default_effort && p.selected != p.steps) digits = laplace ? laplace_digits : convex_digits;
  const Entry& forward = entry("allocation.delta");
  const auto curve = [&](const Rational& sigma, Direction d, slong asked) {
    if (laplace) {
      // Whether delta is beyond the target is known from the digits of sigma alone.
      const allocation::ProfileParameters one{sigma, p.steps, p.epochs, d, p.selected};
      const auto value = allocation::delta_by_one_transform(one, p.eps, bits_for(asked), r.budget);
      if (value) return Bracket{std::max(value->lower(), Rational(0)), value->upper()};
    }
    ParameterTexts texts;
    for (const auto& [name, text] : x.canonical()) {
      if (name != "delta") texts[name] = text;
    }
    texts["sigma"] = sigma.to_string();
    texts["direction"] = to_string(d);
    // The noise moves ln delta many times as much as ln sigma: convex laws need no spare digits.
    const slong enough = laplace ? asked : std::max(asked - spare, slong{2});
    const Answer a = evaluate(forward, forward.arguments(texts), {.digits = enough, .budget = r.budget});
    return Bracket{a.lo, a.hi};
  };
  const SigmaOutcome found = sigma_between(p, curve, digits, r.budget);
  Answer a;
  a.lo = found.bracket.lo;
  a.hi = found.bracket.hi;
  a.reached = found.reached;
  a.method =
      fmt::format("certified inversion of allocation.delta in sigma, {} evaluations; the upper end is safe to use",
                  found.evaluations);
  if (!a.reached) {
    a.shortfall = p.selected == 1 || p.selected == p.steps
                      ? "the search ended before the digits were there: more time or fewer digits"
                      : "the ends are those of two bounds on delta: several selected steps have no exact value here";
  }
  return a;
}

Answer allocation_steps(const Arguments& x, const Request& r) {
  WithinQuestion question = *question_within("allocation.steps");
  question.least = x.count("selected");
  return count_within(question, x, r);
}

}  // namespace

std::vector<Entry> allocation_inverses_rows() {
  return {row("allocation.sigma", allocation_sigma, &noise_certifier),
          row("allocation.steps", allocation_steps, &count_certifier)};
}

}  // namespace hallmark
