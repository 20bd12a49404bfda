#include "bounds/basic/bounded_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/basic/bounded_range_recursion.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/lattice_law_of.hpp"
#include "bounds/basic/pair_class.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {

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

// Of ratios e^t and e^(t - eps0): at delta 0, t may be next to eps0.
PairClass class_of(const Arguments& x) {
  const Number range = x.number("eps0");
  return {.upper = bounded_range_upper(range),
          .parameter = [=](const Rational& share, slong bits) { return range.ball(bits).lower() * share; },
          .pair = [=](const Rational& t) { return bounded_range_pair(range, t); },
          .largest = [](const Rational& t, slong) { return t; },
          .below =
              [=](const Rational& t) {
                return fmt::format("the pair of log ratios {} and {} less", Ball(t, 64).to_string(6),
                                   range.to_string());
              }};
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
  Answer a = delta_of_class(class_of(x), x, of_pairs(r));
  if (const auto table = table_for(x, r, a)) improve(a, table->delta(x.number("eps")), x.count("rounds"));
  return a;
}

Answer bounded_range_epsilon(const Arguments& x, const Request& r) {
  Answer a = epsilon_of_class(class_of(x), x, of_pairs(r));
  const auto target = x.number("delta").rational();
  const auto table = target && target->sign() > 0 ? table_for(x, r, a) : std::nullopt;
  if (table) improve(a, inverted(*table, *target, a.hi, composition::bits_of(r.digits) + 4), x.count("rounds"));
  return a;
}

Prepared prepare_bounded_range(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  for (const slong digits : {15, 50}) {  // a threshold of few digits proves most ends, and checks faster
    const Answer pairs = evaluate(*term.entry, term.arguments, {.digits = digits, .route = "pairs", .budget = budget});
    const bool proved = (!ends.upper || less_equal(Number(pairs.hi), *ends.upper) == Truth::yes) &&
                        (!ends.lower || less_equal(*ends.lower, Number(pairs.lo)) == Truth::yes);
    const auto* pair = std::get_if<witness::Threshold>(&pairs.witness.method);
    if (proved && pair != nullptr) return prepared(*pair);
  }
  const slong cells = cells_for(term.arguments.count("rounds"));
  if (cells < 2)
    return refused("too close to the value for the pairs, and too many rounds for the game of all of them");
  return prepared(witness::Recursion{cells});
}

}  // namespace hallmark::basic
