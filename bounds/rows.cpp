#include "bounds/rows.hpp"

#include "bounds/larger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::rows {

slong first_bits(const Request& r) {
  constexpr slong few = 64;
  return r.sign_alone ? few : r.digits * 3322 / 1000 + 72;
}

Effort effort(const Request& r) {
  return {.first_bits = first_bits(r),
          .last_bits = 16 * first_bits(r) + (slong{1} << 14),
          .budget = r.budget,
          .sign_alone = r.sign_alone};
}

Answer from_balls(const std::function<Ball(slong)>& quantity, const Request& r, std::string method) {
  const Evaluation e = evaluate(quantity, r.digits, effort(r));
  Answer a;
  if (!e.value.is_finite()) {
    throw InputError(
        fmt::format("{}: the value cannot be enclosed at these parameters: they must be less extreme", method));
  }
  a.lo = std::max(e.value.lower(), Rational(0));  // every quantity of the table is at least 0
  a.hi = e.value.upper();
  a.reached = e.reached;
  a.bits = e.value.bits();
  a.method = std::move(method);
  return a;
}

Answer from_inversion(const Inversion& i, std::string method) {
  Answer a;
  a.lo = i.bracket.lo;
  a.hi = i.bracket.hi;
  a.reached = i.reached;
  a.bits = i.bits;
  a.method = std::move(method);
  return a;
}

Answer from_enclosed(const Enclosed& o) {
  Answer a;
  a.lo = o.lo;
  a.hi = o.hi;
  a.reached = o.reached;
  a.bits = o.bits;
  a.method = o.method;
  a.shortfall = o.shortfall;
  return a;
}

Answer from_least(const Least& least, std::string method) {
  if (!least.upper()) {
    throw InputError(
        fmt::format("{}: the value cannot be enclosed at these parameters: they must be less extreme", method));
  }
  Answer a;
  a.hi = std::max(least.upper()->value(), Rational(0));
  if (least.lower()) {
    a.lo = std::max(least.lower()->value(), Rational(0));
    require(a.lo <= a.hi, "the number of a choice is not below the least one");
  } else {
    a.encloses = Encloses::upper_end;
    a.lo = std::max(least.upper()->of_the_choice().lo, Rational(0));
  }
  a.method = std::move(method);
  return a;
}

Answer from_choice(const UpperEnd& end, const Request& r, std::string method) {
  Least least;
  least.choice(end.of_the_choice());
  Answer a = from_least(least, std::move(method));
  if (!r.budget.expired()) return a;
  a.lo = 0;
  a.shortfall = "the budget ended in the search for a good choice";
  return a;
}

void check_selected(std::string_view id, const Arguments& x) {
  if (x.count("selected") <= x.count("steps")) return;
  throw InputError(id, "selected", std::to_string(x.count("selected")), "an integer from 1 to steps");
}

Answer from_conversion(const renyi::Conversion& c, std::string_view id, std::string method) {
  if (!c.value.is_finite()) {
    throw InputError(
        fmt::format("{}: the value cannot be enclosed at these parameters: they must be less extreme", id));
  }
  Answer a;
  a.lo = std::max(c.value.lower(), Rational(0));
  a.hi = c.value.upper();
  a.reached = c.reached;
  a.bits = c.value.bits();
  a.method = std::move(method);
  a.witness.method = witness::Orders{.order = c.order, .add = {}};
  return a;
}

Answer larger_of(const Answer& a, const Answer& b) {
  Answer larger = a.hi >= b.hi ? a : b;
  larger.lo = std::max(a.lo, b.lo);
  // An end counts only as far as it may be that of the larger number.
  larger.reached = (a.reached || a.hi <= b.lo) && (b.reached || b.hi <= a.lo);
  if (a.encloses == Encloses::upper_end || b.encloses == Encloses::upper_end) larger.encloses = Encloses::upper_end;
  larger.exact.reset();
  if (a.exact && b.exact) larger.exact = std::max(*a.exact, *b.exact);
  larger.bits = std::max(a.bits, b.bits);
  return larger;
}

Answer over_directions(const Arguments& x, const std::function<Answer(Direction)>& one) {
  if (x.direction() != Direction::both) return one(x.direction());
  const Answer remove = one(Direction::remove);
  const Answer add = one(Direction::add);
  Answer a = larger_of(remove, add);
  a.method =
      remove.method == add.method ? remove.method : fmt::format("remove: {}; add: {}", remove.method, add.method);
  a.larger = remove.hi >= add.hi ? Direction::remove : Direction::add;
  const auto* of_remove = std::get_if<witness::Orders>(&remove.witness.method);
  const auto* of_add = std::get_if<witness::Orders>(&add.witness.method);
  if (of_remove != nullptr && of_add != nullptr) {
    a.witness.method = witness::Orders{.order = of_remove->order, .add = of_add->order};
  }
  return a;
}

void between_orders(Answer& a, const Arguments& x, const Request& r) {
  a.hi = (x.number("eps0").ball(first_bits(r)) * x.count("rounds")).upper();
  a.reached = has_digits(a.lo, a.hi, r.digits);
  a.method = "between the divergence of order 10^15 and the largest log ratio";
  if (!a.reached) a.shortfall = "sums over counts end at order 10^15: an order of at most that, or fewer digits";
}

void meet(Answer& a, const Ball& other, const Request& r, std::string_view method) {
  require(a.encloses == Encloses::number, "what is met is an enclosure of the number itself, not of one choice");
  if (!other.is_finite() || (other.lower() <= a.lo && a.hi <= other.upper())) return;
  a.lo = std::max(a.lo, other.lower());
  a.hi = std::min(a.hi, other.upper());
  require(a.lo <= a.hi, "two enclosures of one number meet");
  a.method += fmt::format(", {}", method);
  a.reached = has_digits(a.lo, a.hi, r.digits);
}

void set_exact(Answer& a, const Rational& value) {
  a.lo = a.hi = value;
  a.exact = value;
  a.reached = true;
}

}  // namespace hallmark::rows
