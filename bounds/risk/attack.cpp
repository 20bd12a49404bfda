#include "bounds/risk/attack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "bounds/risk/gaussian_guess.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::risk {
namespace {

// What stands before the point of the row's id, with another word behind it: what errors name.
std::string quantity_of(const Entry& delta, std::string_view what) {
  return fmt::format("{}.{}", delta.id.substr(0, delta.id.find('.')), what);
}

// f(t) = D(t) + t a - shift, D of one direction. Shift 0: its least value is the true positive rate at a. Shift 1: it is
// minus the false positive rate at 1 - a of the pair exchanged, without the difference of nearly equal numbers.
class Curve {
 public:
  Curve(const Entry& delta, const Arguments& x, const Request& r, Direction d, const Number& level, bool complement)
      : delta_(delta), x_(x), r_(r), direction_(d), level_(level), complement_(complement) {
    // The two ends of a class are two numbers, apart whatever their digits: those that are cheap, unless they are asked for.
    r_.default_effort = r.default_effort && whose(delta, x) != Whose::pair;
  }

  [[nodiscard]] Ball a(slong bits) const { return complement_ ? 1 - level_.ball(bits) : level_.ball(bits); }
  [[nodiscard]] Ball beyond_a(slong bits) const { return complement_ ? level_.ball(bits) : 1 - level_.ball(bits); }
  [[nodiscard]] slong shift() const { return complement_ ? 1 : 0; }

  // The delta at |log|, in the direction of its sign.
  [[nodiscard]] Bracket delta_of_size(const Rational& log, slong digits) const {
    const bool below = log.sign() < 0;
    const Answer d =
        evaluate(delta_, question_at(delta_, below ? -log : log, below ? exchanged(direction_) : direction_, x_),
                 of_digits(digits));
    return {d.lower_end(), d.hi};
  }

  // f at t = e^log, for log < 0 by D(t) = 1 - t + t D'(1/t).
  [[nodiscard]] Point at(const Rational& log, slong digits) const {
    const slong bits = digits * 4 + 128 + 2 * log.height_bits();
    const Ball t = exp(Ball(log, bits));
    Bracket d{0, 1};
    if (log <= Rational(farthest_eps) && log >= Rational(-farthest_eps)) d = delta_of_size(log, digits);
    const auto value = [&](const Rational& delta) {
      if (log.sign() < 0) return (1 - shift()) + t * (Ball(delta, bits) - beyond_a(bits));
      return Ball(delta, bits) - shift() + t * a(bits);
    };
    return {log, value(d.lo).lower(), value(d.hi).upper()};
  }

 private:
  [[nodiscard]] Request of_digits(slong digits) const {
    Request r = asked_of_row(r_, digits);
    r.default_effort = r_.default_effort;
    return r;
  }

  const Entry& delta_;
  const Arguments& x_;
  Request r_;
  Direction direction_;
  const Number& level_;
  bool complement_;
};

Search search_of(const Curve& curve, slong digits) {
  const auto delta_at = [&](double eps) {
    constexpr slong few = 3;
    return roughly(Ball(curve.delta_of_size(short_dyadic(eps, 20), few).hi, 64));
  };
  const Guess guess = optimal_log_ratio(delta_at, roughly(curve.a(64)), roughly(curve.beyond_a(64)), farthest_eps);
  const double first_step = std::round(-steady::log2(guess.scale / 8));
  return {.value = [&curve](const Rational& log, slong d) { return curve.at(log, d); },
          .start = guess.log,
          .shift = static_cast<slong>(std::clamp(first_step, -8.0, 30.0)),
          .digits = digits};
}

// Of a pair: both ends by convexity. Of a class: the upper end at the best t, as if the upper ends were one convex
// function, which only chooses the place.
Minimum least_of(const Curve& curve, Whose whose, const Request& r) {
  constexpr slong digits_without_asking = 10, digits_of_place = 3, most_steps = 4;
  const slong digits = r.default_effort ? std::min(r.digits, digits_without_asking) : r.digits;
  if (whose == Whose::pair) return minimum_of(search_of(curve, digits), r.budget);
  Search search = search_of(curve, std::min(digits, digits_of_place));
  search.most_steps = most_steps;
  search.value = [&](const Rational& log, slong d) {
    Point p = curve.at(log, d);
    p.lo = p.hi;
    return p;
  };
  Minimum m = minimum_of(search, r.budget);
  m.hi = curve.at(m.log, digits).hi;
  m.lo.reset();
  return m;
}

// A lower end for the largest of a class: some pair has an event S with P(S) - t Q(S) >= D(t) = d, t >= 1. Where Q(S) <= a
// its chord to (1, 1) gives d + a (1 - d) at least, otherwise its chord to (0, 0) gives a t/(1 - d).
Rational least_of_class(const Curve& curve, const Rational& log, const Request& r) {
  const slong bits = rows::first_bits(r);
  Rational best = curve.a(bits).lower();
  for (const Rational& eps : {Rational(0), log}) {
    if (eps.sign() < 0 || eps > Rational(farthest_eps)) continue;
    const Ball d(curve.delta_of_size(eps, r.digits).lo, bits);
    const Ball by_origin = curve.a(bits) * exp(Ball(eps, bits)) / (1 - d);
    const Ball least = min(by_origin, d + curve.a(bits) * (1 - d));
    if (least.is_finite()) best = std::max(best, least.lower());
  }
  return best;
}

Answer answer_of(const Curve& curve, Direction direction, Whose whose, const Request& r) {
  const Minimum m = least_of(curve, whose, r);
  const slong bits = rows::first_bits(r);
  Answer a;
  a.hi = std::min(m.hi, Rational(1 - curve.shift()));
  a.lo = (curve.a(bits) - curve.shift()).lower();  // a test that looks at nothing
  if (whose == Whose::pair && m.lo) a.lo = std::max(a.lo, *m.lo);
  if (whose == Whose::largest_of_class) a.lo = std::max(a.lo, least_of_class(curve, m.log, r) - curve.shift());
  if (whose == Whose::upper_end) {
    a.encloses = Encloses::upper_end;
    a.lo = curve.at(m.log, r.digits).lo;
  }
  a.lo = std::min(a.lo, a.hi);
  if (curve.shift() == 1) std::tie(a.lo, a.hi) = std::pair(-a.hi, -a.lo);
  a.reached = whose == Whose::pair ? m.reached : !r.budget.expired();
  a.bits = bits;
  witness::Points::Curve proof{direction, m.log, {}};
  for (const Point& p : m.points) proof.logs.push_back(*p.log);
  a.witness.method = witness::Points{{std::move(proof)}};
  if (!a.reached) a.shortfall = "deltas of more digits than the row gave here would narrow it";
  return a;
}

// Of the directions asked for the larger number, or the smaller one.
Answer over_directions(const Entry& delta, const Arguments& x, bool larger,
                       const std::function<Answer(Direction)>& one) {
  const auto named = [&](Direction d) {
    Answer a = one(d);
    a.method = fmt::format("deltas around the best t = e^eps; {}", null_hypothesis(x.adjacency(), d));
    return a;
  };
  if (!delta.directional()) return named(Direction::both);
  if (x.direction() != Direction::both) return named(x.direction());
  const Answer remove = named(Direction::remove), add = named(Direction::add);
  const bool by_remove = larger ? remove.hi >= add.hi : remove.lo <= add.lo;
  Answer a = by_remove ? remove : add;
  a.lo = larger ? std::max(remove.lo, add.lo) : std::min(remove.lo, add.lo);
  a.hi = larger ? std::max(remove.hi, add.hi) : std::min(remove.hi, add.hi);
  a.larger = by_remove ? Direction::remove : Direction::add;
  a.reached = remove.reached && add.reached;
  witness::Points both;  // remove first
  for (const Answer* each : larger ? std::array{&remove, &add} : std::array{&add, &remove}) {
    both.curves.push_back(std::get<witness::Points>(each->witness.method).curves.front());
  }
  a.witness.method = std::move(both);
  return a;
}

const Number& level_of(const Entry& delta, const Arguments& x, std::string_view name, std::string_view what) {
  const Number& level = x.number(name);
  if (less(0, level) == Truth::yes && less(level, 1) == Truth::yes) return level;
  throw InputError(quantity_of(delta, what), name, level.to_string(), "a probability above 0 and below 1");
}

Answer lifted(const Entry& delta, std::string_view what, const Arguments& x, const Request& r) {
  const Lift lift = lift_of(delta, what, x);
  Request asked = asked_of_row(r, r.digits);
  asked.default_effort = r.default_effort;
  asked.exact = r.exact;
  Answer a = evaluate(delta, question_at(delta, lift.eps, lift.direction, x), asked);
  a.larger.reset();
  a.lo = lift.offset + lift.part * a.lo;
  a.hi = std::min(lift.offset + lift.part * a.hi, Rational(1));
  if (a.exact) a.exact = lift.offset + lift.part * *a.exact;
  return a;
}

}  // namespace

Request asked_of_row(const Request& request, slong digits) {
  Request r = request;
  r.digits = digits;
  r.default_effort = r.exact = r.all_methods = false;
  r.thresholds.clear();
  return r;
}

Direction exchanged(Direction d) {
  if (d == Direction::both) return d;
  return d == Direction::remove ? Direction::add : Direction::remove;
}

std::string_view null_hypothesis(Adjacency adjacency, Direction direction) {
  if (direction == Direction::both) return "the null hypothesis may be either of the two datasets";
  const bool remove = direction == Direction::remove;
  if (adjacency != Adjacency::zero_out) {
    return remove ? "the null hypothesis is the second of the two datasets"
                  : "the null hypothesis is the first of the two datasets";
  }
  return remove ? "the null hypothesis is that the record is out" : "the null hypothesis is that the record is in";
}

Whose whose(const Entry& delta, const Arguments& arguments) {
  // Brackets of the number of one pair, which dominates every mechanism of its class and is one of them.
  if (delta.id == "allocation.delta") return Whose::pair;
  // The largest over other users' data, at every eps that of others.
  if (const auto others = arguments.canonical().find("others");
      others != arguments.canonical().end() && others->second == "best") {
    return Whose::largest_of_class;
  }
  switch (kind_of(delta, arguments)) {
    case Kind::exact:
      return Whose::pair;
    case Kind::bracket:
      return Whose::largest_of_class;
    default:
      return Whose::upper_end;
  }
}

Arguments question_at(const Entry& delta, const Number& eps, Direction direction, const Arguments& arguments) {
  ParameterTexts changed{{"eps", eps.to_string()}};
  if (delta.directional()) changed["direction"] = to_string(direction);
  return arguments_at(delta, changed, arguments);
}

Answer tpr(const Entry& delta, const Arguments& x, const Request& r) {
  const Number& level = level_of(delta, x, "fpr", "tpr");
  return over_directions(delta, x, true, [&](Direction d) {
    return answer_of(Curve(delta, x, r, d, level, false), d, whose(delta, x), r);
  });
}

Answer fpr(const Entry& delta, const Arguments& x, const Request& r) {
  const Number& level = level_of(delta, x, "tpr", "fpr");
  if (whose(delta, x) == Whose::upper_end) {
    throw InputError(
        fmt::format("{}: no false positive rate follows from upper ends of delta alone: must be asked as {}",
                    quantity_of(delta, "fpr"), quantity_of(delta, "tpr")));
  }
  return over_directions(delta, x, false, [&](Direction d) {
    const Direction other = exchanged(d);
    return answer_of(Curve(delta, x, r, other, level, true), other, whose(delta, x), r);
  });
}

Lift lift_of(const Entry& delta, std::string_view what, const Arguments& x) {
  // Of a pair both directions have one advantage.
  const Direction either = whose(delta, x) == Whose::pair ? Direction::remove : Direction::both;
  if (what == "advantage") return {0, either, 0, 1};
  const std::string id = quantity_of(delta, what);
  const auto prior = x.number("prior").rational();
  const Rational least = pow(Rational(10), -3900), half("1/2");
  if (!prior || *prior < least || *prior > 1 - least) {
    throw InputError(id, "prior", x.number("prior").to_string(), "a rational from 10^-3900 to 1 - 10^-3900");
  }
  if (*prior == half) return {0, either, half, half};
  const bool mixes = delta.directional() ? x.direction() == Direction::both
                                         : delta.adjacency == Adjacency::zero_out && whose(delta, x) != Whose::pair;
  if (mixes) {
    throw InputError(id, "prior", prior->to_string(),
                     "1/2 where the direction is both: the prior belongs to the record being in, so that one direction "
                     "(remove) must be asked for");
  }
  const bool likely = *prior > half;
  const Direction d = delta.directional() ? x.direction() : Direction::both;
  const Rational other = 1 - *prior;
  return {Number::ln(likely ? *prior / other : other / *prior), likely ? exchanged(d) : d, likely ? *prior : other,
          likely ? other : *prior};
}

Answer advantage(const Entry& delta, const Arguments& x, const Request& r) { return lifted(delta, "advantage", x, r); }
Answer bayes(const Entry& delta, const Arguments& x, const Request& r) { return lifted(delta, "bayes", x, r); }

}  // namespace hallmark::risk
