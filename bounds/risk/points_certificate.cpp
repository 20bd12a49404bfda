#include "bounds/risk/points_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/certificate.hpp"
#include "bounds/guide.hpp"
#include "bounds/risk/attack.hpp"
#include "bounds/risk/convex_minimum.hpp"
#include "bounds/risk/derived.hpp"
#include "bounds/risk/gdp_parameter.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::risk {
namespace {

constexpr std::string_view of_a_class = "a lower end on a class of mechanisms rests on no single one of them";

// A number of few digits at most, at least, another one, apart from it by a share that the checker need not resolve.
Rational below(const Rational& x, slong digits) {
  return Rational(decimal(x * (1 - pow(Rational(10), -digits)), digits + 2, Rounding::down));
}
Rational above(const Rational& x, slong digits) {
  return Rational(decimal(x * (1 + pow(Rational(10), -digits)), digits + 2, Rounding::up));
}

// One claim about delta at |ln t|, as lines.
bool add_point(witness::Points& points, const Entry& delta, const Arguments& x, const witness::Points::Curve& curve,
               const Rational& log, bool both_ends, slong digits, const Budget& budget) {
  const bool negative = log.sign() < 0;
  const Term term{
      &delta, question_at(delta, negative ? -log : log, negative ? exchanged(curve.direction) : curve.direction, x)};
  Answer a = evaluate(delta, term.arguments, {.digits = digits + 2, .budget = budget});
  ClaimedEnds ends;
  std::string text = fmt::format("{} {}", to_string(curve.direction), log.to_string());
  both_ends = both_ends && a.lo.sign() > 0;
  if (both_ends) {
    ends.lower = Number(below(a.lo, digits));
    text += fmt::format(" {}", ends.lower->to_string());
  }
  ends.upper = Number(std::min(above(a.hi, digits), Rational(1)));
  text += fmt::format(" {}", ends.upper->to_string());
  Prepared p = delta.certifier->prepare(term, a, ends, budget);
  if (!p.witness) return false;
  a.witness = *std::move(p.witness);
  points.lines.emplace_back("point", std::move(text));
  for (auto& line : whole_witness(term, a, both_ends ? Relation::in : Relation::less_equal)) {
    points.lines.push_back(std::move(line));
  }
  return true;
}

// How many digits a share of a number is away from it.
slong digits_of_share(const Rational& difference, const Rational& size, slong most) {
  slong digits = 0;
  if (size.sign() <= 0) return most;
  for (Rational part = difference / size; digits < most && part < 1; ++digits) part *= 10;
  return digits;
}

// Digits of delta that a claim needs: those that tell the answer from the value; for chords those of the answer itself,
// whose points are as near to each other as these resolve.
slong digits_of(const Answer& a, const ClaimedEnds& ends, bool chords) {
  constexpr slong least = 6, most = 200, spare = 3, spare_of_chords = 4;
  const auto apart = [&](const std::optional<Number>& value, const Rational& end) {
    if (!value) return slong{0};
    return digits_of_share(abs_upper_end(value->ball(4096) - Ball(end, 4096)).upper(), a.hi, most);
  };
  const slong told = std::max(apart(ends.lower, a.lo), apart(ends.upper, a.hi)) + spare;
  const slong resolved = chords ? digits_of_share(a.hi - a.lo, a.hi, most) + spare_of_chords : 0;
  return std::clamp(std::max(told, resolved), least, most);
}

Prepared prepare_rate(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const Entry& delta = entry(delta_of(term.entry->id));
  const auto* found = std::get_if<witness::Points>(&answer.witness.method);
  if (found == nullptr || found->curves.empty()) return refused("the answer names no points");
  const bool is_fpr = symbol_of(term.entry->id) == "fpr";
  const bool upper = is_fpr ? ends.lower.has_value() : ends.upper.has_value();
  const bool lower = is_fpr ? ends.upper.has_value() : ends.lower.has_value();
  if (lower && whose(delta, term.arguments) != Whose::pair) return refused(of_a_class);
  // A lower end is that of one direction: of both the one with the larger rate.
  std::size_t proves = 0;
  if (found->curves.size() > 1 && answer.larger) {
    const Direction of_curve = is_fpr ? exchanged(*answer.larger) : *answer.larger;
    proves = found->curves.front().direction == of_curve ? 0 : 1;
  }
  const slong digits = digits_of(answer, ends, lower);
  witness::Points points;
  for (std::size_t i = 0; i < found->curves.size(); ++i) {
    const witness::Points::Curve& curve = found->curves[i];
    const bool chords = lower && i == proves;
    std::vector<Rational> logs = chords ? curve.logs : std::vector<Rational>{};
    if (!chords && upper) logs = {curve.best};
    for (const Rational& log : logs) {
      if (!add_point(points, delta, term.arguments, curve, log, chords, digits, budget)) {
        return refused("no witness proves delta at a point");
      }
    }
  }
  points.curves = found->curves;
  return prepared(std::move(points));
}

// Where delta, rounded so, is above that of v and above the floor: at the place of the answer; a little before it, as
// delta is hardly above the floor at its end; or anywhere, where a closed form gave the answer.
std::optional<Rational> place_below(const Entry& delta, const Arguments& x, const witness::Points::Curve& curve,
                                    const Ball& v, slong digits, const Budget& budget) {
  std::vector<Rational> places{curve.best};
  for (slong k = digits + 1; k > 1; --k) places.push_back(curve.best * (1 - pow(Rational(10), -k)));
  constexpr slong farthest = 256;
  for (slong eps = 1; curve.best.sign() == 0 && eps <= farthest; eps *= 2) places.emplace_back(eps);
  for (const Rational& eps : places) {
    if (budget.expired()) break;
    const Answer a =
        evaluate(delta, question_at(delta, eps, curve.direction, x), {.digits = digits + 2, .budget = budget});
    const Rational lo = below(a.lower_end(), digits);
    if (less(x.number("floor"), Number(lo)) != Truth::yes) continue;
    if (v.upper().sign() <= 0) return eps;
    if (less(poisson_gaussian::gaussian_profile(v, Ball(eps, v.bits())), lo) == Truth::yes) return eps;
  }
  return std::nullopt;
}

// Of mu: one delta above that of a smaller mu; a cover of all eps by tangents, found again for the value of the claim.
Prepared prepare_cover(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const Entry& delta = entry(delta_of(term.entry->id));
  const auto* found = std::get_if<witness::Points>(&answer.witness.method);
  if (found == nullptr || found->curves.empty()) return refused("the answer names no points");
  const witness::Points::Curve& curve = found->curves.front();
  const slong digits = digits_of(answer, ends, false);
  witness::Points points;
  const auto add = [&](const Rational& eps, bool both_ends) {
    return add_point(points, delta, term.arguments, curve, eps, both_ends, digits, budget);
  };
  if (ends.lower) {
    const Ball v = ends.lower->ball(64 + 8 * digits);
    const auto place = place_below(delta, term.arguments, curve, v, digits, budget);
    if (!place && v.lower().sign() > 0) return refused("no delta of few digits is above that of the value");
    if (!add(place.value_or(0), place.has_value())) return refused("no witness proves delta at a point");
  }
  if (ends.upper) {
    constexpr std::size_t most_points = 256;
    const auto value = [&](const Rational& eps, slong) {
      const Term at{&delta, question_at(delta, eps, curve.direction, term.arguments)};
      const Answer a = evaluate(delta, at.arguments, {.digits = digits + 2, .budget = budget});
      return Bracket{a.lower_end(), std::min(above(a.hi, digits), Rational(1))};
    };
    const Rational target = ends.upper->ball(64 + 8 * digits).lower() * (1 - pow(Rational(2), -63));
    const GdpParameter cover = gdp_parameter(term.entry->id,
                                             {.delta = value,
                                              .floor = term.arguments.number("floor"),
                                              .digits = digits,
                                              .most_points = most_points,
                                              .target = target},
                                             budget);
    if (!cover.hi) return refused("the value is too near for a cover of 256 points");
    for (std::size_t i = 0; i < cover.points.size(); ++i) {
      if (i > 0) points.lines.emplace_back("tangent", cover.tangents[i - 1].to_string());
      if (!add(cover.points[i], false)) return refused("no witness proves delta at a point");
    }
  }
  points.curves = found->curves;
  return prepared(std::move(points));
}

Prepared prepare_lifted(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const Entry& delta = entry(delta_of(term.entry->id));
  const Lift lift = lift_of(delta, symbol_of(term.entry->id), term.arguments);
  ClaimedEnds below_it;
  for (const auto& [from, to] : {std::pair{&ends.lower, &below_it.lower}, std::pair{&ends.upper, &below_it.upper}}) {
    if (!*from) continue;
    const auto value = (*from)->rational();
    if (!value && lift.part != Rational(1)) return refused("the value must be rational");
    *to = value ? Number((*value - lift.offset) / lift.part) : **from;
  }
  Answer of_delta = answer;
  of_delta.lo = std::max(Rational(0), (answer.lo - lift.offset) / lift.part);
  of_delta.hi = (answer.hi - lift.offset) / lift.part;
  return delta.certifier->prepare({&delta, question_at(delta, lift.eps, lift.direction, term.arguments)}, of_delta,
                                  below_it, budget);
}

}  // namespace

Certifier rate_certifier(const Certifier& delta) {
  return {.methods = "points", .prepare = prepare_rate, .obstacle = delta.obstacle};
}

Certifier cover_certifier(const Certifier& delta) {
  return {.methods = "points", .prepare = prepare_cover, .obstacle = delta.obstacle};
}

Certifier lifted_certifier(const Certifier& delta) {
  return {.methods = delta.methods, .prepare = prepare_lifted, .obstacle = delta.obstacle};
}

}  // namespace hallmark::risk
