#include "bounds/basic/bounded_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/basic/bounded_range_recursion.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/lattice_law_of.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {
namespace {

constexpr slong most_rounds = 20'000;  // of the lower end's search

// delta of the pair t at eps, at these bits.
Sample at_pair(const Number& range, const Rational& t, slong rounds, const Number& eps, slong bits,
               const Budget& budget) {
  const auto curve = bounded_range_pair(range, t).curve(Direction::remove, rounds, bits, budget);
  if (!curve) return {Ball::between(0, 1, bits), Ball::anything(bits)};
  return (*curve)(threshold(eps, 2 * bits));
}

// The t in (0, range) whose pair is about the worst at eps.
Rational worst_pair(const Number& range, slong rounds, const Number& eps, slong bits, const Budget& budget) {
  const Rational whole = range.ball(bits).lower();
  const auto value = [&](const Rational& share) {
    return Ball(at_pair(range, whole * share, rounds, eps, bits, budget).value.centre(), bits);
  };
  constexpr slong coarse = 48;
  Rational best = Rational(1) / 2;
  Ball most = value(best);
  for (slong i = 1; i < coarse; ++i) {
    const Ball here = value(Rational(i) / coarse);
    if (less(most, here) == Truth::yes) {
      most = here;
      best = Rational(i) / coarse;
    }
  }
  // Golden section between its neighbours.
  const Rational golden("0.38196601125010515179541316563436188227969082019424");
  Rational lo = best - Rational(1) / coarse;
  Rational hi = best + Rational(1) / coarse;
  Rational left = lo + (hi - lo) * golden;
  Rational right = hi - (hi - lo) * golden;
  Ball at_left = value(left);
  Ball at_right = value(right);
  const Rational narrow = pow(Rational(2), -std::min(bits / 3, 70L));
  while (hi - lo > narrow && !budget.expired()) {
    if (less(at_left, at_right) == Truth::yes) {
      lo = left;
      left = right;
      at_left = at_right;
      right = Ball(hi - (hi - lo) * golden, bits).centre(bits);
      at_right = value(right);
    } else {
      hi = right;
      right = left;
      at_right = at_left;
      left = Ball(lo + (hi - lo) * golden, bits).centre(bits);
      at_left = value(left);
    }
    if (left >= right) break;
  }
  return whole * Ball((lo + hi) / 2, bits).centre(96);
}

}  // namespace

Law bounded_range_upper(const Number& range) {
  if (range.sign() <= 0) throw InputError("bounded-range", "eps0", range.to_string(), "positive");
  Law law = spline_law_of(fmt::format("bounded-range eps0={}", range.to_string()), range, [=](slong bits) {
    const Ball reach = range.ball(bits);
    return SplinePair{reach, exp(-reach / 2), Ball(0, bits), -1 / (2 * expm1(-reach))};
  });
  law.phase.upper = true;
  return law;
}

Law bounded_range_pair(const Number& range, const Rational& t) {
  return lattice_law_of(fmt::format("bounded-range-pair eps0={} t={}", range.to_string(), t.to_string()),
                        [=](slong bits) {
                          const Ball reach = range.ball(bits);
                          const Ball rest = reach - Ball(t, bits);
                          const Ball high = expm1(-rest) / expm1(-reach);
                          // 1 - high = e^-rest (1 - e^-t)/(1 - e^-range)
                          const Ball low = exp(-rest) * expm1(-Ball(t, bits)) / expm1(-reach);
                          return LatticePair{-rest, reach, {low, high}, Ball(0, bits), Ball(0, bits)};
                        });
}

namespace {

Answer delta_by_pairs(const Arguments& x, const Request& r) {
  const Number& range = x.number("eps0");
  const Number& eps = x.number("eps");
  const slong rounds = x.count("rounds");
  Answer a = delta_answer(bounded_range_upper(range), rounds, eps, x, r);
  a.exact.reset();
  const std::string upper = a.method;
  if (a.hi.sign() == 0) {
    rows::set_exact(a, 0);
    return a;
  }
  Rational lo = 0;
  if (rounds <= most_rounds) {
    const slong bits = rows::first_bits(r) + 128;
    const Rational t = worst_pair(range, rounds, eps, bits, r.budget);
    const Evaluation e =
        evaluate([&](slong b) { return at_pair(range, t, rounds, eps, b, r.budget).value; }, r.digits, rows::effort(r));
    lo = std::max(lo, e.value.lower());
    a.witness.method = witness::Threshold{t};
    a.reached = a.reached && e.reached;
    a.method = fmt::format("above: the least dominating pair, {}; below: the pair of log ratios {} and {} less", upper,
                           Ball(t, 64).to_string(6), range.to_string());
  } else {
    a.reached = false;
    a.shortfall = "the lower end is proved for at most 20000 rounds";
  }
  a.lo = std::min(lo, a.hi);
  return a;
}

Answer epsilon_by_pairs(const Arguments& x, const Request& r) {
  const Number& range = x.number("eps0");
  const Number& target = x.number("delta");
  const slong rounds = x.count("rounds");
  Answer a = epsilon_answer(bounded_range_upper(range), rounds, target, x, r);
  a.exact.reset();
  const std::string upper = a.method;
  // At delta 0: a pair of ratios e^t and e^(t - eps0) has delta above 0 at every eps below rounds t, and t may be next to
  // eps0: the sum of the largest log ratios is the supremum over the class.
  if (target.sign() == 0) return a;
  a.lo = 0;
  if (a.hi.sign() == 0 || rounds > most_rounds) {
    a.reached = a.hi.sign() == 0;
    if (!a.reached) a.shortfall = "the lower end is proved for at most 20000 rounds";
    return a;
  }
  const slong bits = rows::first_bits(r) + 128;
  Number near(a.hi);
  bool reached = false;
  constexpr int patience = 6;
  for (int i = 0; i < patience && !r.budget.expired(); ++i) {
    const Rational t = worst_pair(range, rounds, near, bits, r.budget);
    const Law pair = bounded_range_pair(range, t);
    const auto curve = [&](const Number& eps, slong b) { return at_pair(range, t, rounds, eps, b, r.budget); };
    const Enclosed found =
        composition::invert(curve, target, (Ball(t, bits) * rounds).upper(), r.digits, bits, r.budget);
    const bool better = found.lo > a.lo * (1 + pow(Rational(10), -r.digits - 1));
    if (found.lo > a.lo) {
      a.lo = found.lo;
      a.witness.method = witness::Threshold{t};
      reached = found.reached;
    }
    if (!better) break;
    near = Number(a.lo);
  }
  a.lo = std::min(a.lo, a.hi);
  a.reached = a.reached && reached;
  a.method =
      fmt::format("above: the least dominating pair, {}; below: one pair of two log ratios in all rounds", upper);
  return a;
}

// Cells a range of a table that is worth its time; 0: too many rounds.
slong cells_for(slong rounds) {
  constexpr slong work = 640;
  constexpr slong most = 128;
  return std::min(work / rounds, most);
}

// The table that a request calls for; nothing where the pairs alone are asked for, have said all, or are too many.
std::optional<RangeTable> table_for(const Arguments& x, const Request& r, const Answer& by_pairs) {
  const slong rounds = x.count("rounds");
  const slong cells = cells_for(rounds);
  if (r.route == "pairs" || rounds == 1 || cells < 2 || by_pairs.hi.sign() == 0) return std::nullopt;
  return RangeTable::build(x.number("eps0"), rounds, cells, rows::first_bits(r) + 128, r.budget.half());
}

// What is asked of the pairs, which have one route.
Request of_pairs(Request r) {
  r.route.clear();
  return r;
}

// The better one of both ends.
void improve(Answer& a, const RationalEnds& ends, slong rounds) {
  if (ends.lo <= a.lo && ends.hi >= a.hi) return;
  a.lo = std::max(a.lo, ends.lo);
  a.hi = std::min(a.hi, ends.hi);
  a.witness.method = witness::Recursion{cells_for(rounds)};
  a.method += fmt::format("; both narrowed by the game of {} rounds on a grid of thresholds", rounds);
}

// The ends of the eps at which delta falls to the target, to a relative 2^-bits.
RationalEnds inverted(const RangeTable& table, const Rational& target, const Rational& most, slong bits) {
  const auto halved = [&](const auto& is_enough) {
    Rational lo = 0;
    Rational hi = most;
    const Rational width = most * pow(Rational(2), -bits);
    while (hi - lo > width) {
      const Rational middle = (lo + hi) / 2;
      (is_enough(table.delta(Number(middle))) ? hi : lo) = middle;
    }
    return RationalEnds{lo, hi};
  };
  const Rational lo = halved([&](const RationalEnds& delta) { return delta.lo <= target; }).lo;
  return {lo, halved([&](const RationalEnds& delta) { return delta.hi <= target; }).hi};
}

}  // namespace

Answer bounded_range_delta(const Arguments& x, const Request& r) {
  Answer a = delta_by_pairs(x, of_pairs(r));
  if (const auto table = table_for(x, r, a)) improve(a, table->delta(x.number("eps")), x.count("rounds"));
  return a;
}

Answer bounded_range_epsilon(const Arguments& x, const Request& r) {
  Answer a = epsilon_by_pairs(x, of_pairs(r));
  const auto target = x.number("delta").rational();
  const auto table = target && target->sign() > 0 ? table_for(x, r, a) : std::nullopt;
  if (table) improve(a, inverted(*table, *target, a.hi, composition::bits_of(r.digits) + 4), x.count("rounds"));
  return a;
}

Prepared prepare_bounded_range(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Request request{.digits = 15, .route = "pairs", .budget = budget};
  const Answer pairs = evaluate(*term.entry, term.arguments, request);
  const bool proved = (!ends.upper || less_equal(Number(pairs.hi), *ends.upper) == Truth::yes) &&
                      (!ends.lower || less_equal(*ends.lower, Number(pairs.lo)) == Truth::yes);
  const auto* pair = std::get_if<witness::Threshold>(&pairs.witness.method);
  if (proved && pair != nullptr) return prepared(*pair);
  const slong cells = cells_for(term.arguments.count("rounds"));
  if (cells < 2)
    return refused("too close to the value for the pairs, and too many rounds for the game of all of them");
  return prepared(witness::Recursion{cells});
}

}  // namespace hallmark::basic
