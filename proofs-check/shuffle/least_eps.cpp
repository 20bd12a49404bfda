#include <algorithm>
#include <vector>

#include "shuffle/clones_sum.hpp"
#include "shuffle/formulas.hpp"

namespace hallmark::check {

namespace {

/// (1 - g (1 - e^-x))^n
Interval thinned(const Interval& g, const Interval& x, Count n) {
  return exp(integer(n, x.precision()) * log1p(g * expm1(-x)));
}

/// w and w - 1 where (w+1)^2/(w-1), smallest at 3, is smallest between the two.
struct Place {
  Interval w, minus_1;
};

/// [BBGN19] with the concentration of a sum, terms of the mean -A, A = w-1 (PROOFS.md section 21.2).
Interval blanket_least(EpsForm form, const Quantity& q, const Rational& from, const Rational& to,
                       const Effort& effort) {
  const Count precision = effort.bits + 128;
  const auto of = [&](const Rational& x) { return enclose_exp({Number::Kind::rational, x}, precision); };
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Count n = q.count("n");
  const Interval e = enclose_exp(q.parameter("eps0"), precision);
  const Interval first = of(from);
  const Interval last = of(to);
  const Interval most = enclose_expm1({Number::Kind::rational, to}, precision);  // A at the end
  const Interval users = e / integer(n, precision);
  if (form == EpsForm::hoeffding) {
    const Interval width = e - one / e;
    const Interval three = integer(3, precision);
    const bool falls = from == to || proved(less_equal(last, three));  // a point is its own least
    const Place x = falls                              ? Place{last, most}
                    : proved(less_equal(three, first)) ? Place{first, first - one}
                                                       : Place{three, two};
    const Interval ratio = most / ((last + one) * width);
    const Interval lead = (x.w + one) * (x.w + one) * width * width / (integer(4, precision) * x.minus_1);
    return users * lead * thinned(one / e, two * ratio * ratio, n);
  }
  const Interval b = e - last / e;
  const Interval c = e * (first * first + one) - two * first / (e * e * e);
  const Interval u = most * b / c;
  const Interval log_u = log1p(u);
  return users * (b / log_u) * thinned(one / e, c / (b * b) * ((one + u) * log_u - u), n);
}

/// The clones pair and what (eps0, delta0)-local randomizers add to it (PROOFS.md section 21.3).
Interval approximate_least(const Quantity& q, const Rational& from, const Rational& to, const Effort& effort) {
  const Count n = q.count("n");
  const Interval pair = clones_delta(n, q.parameter("eps0"), {Number::Kind::rational, to}, effort);
  const Count precision = pair.precision() + 64;
  const Interval one = integer(1, precision);
  const Interval e = enclose_exp(q.parameter("eps0"), precision);
  const Interval users = (one + integer(n - 1, precision) * (e + integer(2, precision)) / e) / (e + one);
  const Interval w = enclose_exp({Number::Kind::rational, from}, precision);
  return pair + (w + one) * enclose(q.parameter("delta0"), precision) * users;
}

Interval least(EpsForm form, const Quantity& q, const Rational& from, const Rational& to, const Effort& effort) {
  if (form == EpsForm::approximate) return approximate_least(q, from, to, effort);
  return blanket_least(form, q, from, to, effort);
}

/// How far below 1 the comparison with delta happens.
Effort effort_at(const Number& delta, Count bits) {
  const Interval rough = enclose(delta, 64);
  if (!rough.finite() || mpfr_sgn(rough.lo()) <= 0) throw TooMuchWork();
  return {bits, std::max<Count>(0, 2 - mpfr_get_exp(rough.lo()))};
}

/// Whether the bound exceeds delta on all of [0, end]: in one piece, or in halves.
bool exceeds(EpsForm form, const Quantity& q, const Rational& end, const Effort& effort) {
  constexpr int most = 1000;
  const Interval delta = enclose(q.parameter("delta"), effort.bits + 192);
  std::vector<std::pair<Rational, Rational>> open{{Rational(0), end}};
  for (int pieces = 0; !open.empty(); ++pieces) {
    if (pieces == most) return false;
    const auto [from, to] = open.back();
    open.pop_back();
    if (proved(less(delta, least(form, q, from, to, effort)))) continue;
    if (!proved(less(delta, least(form, q, to, to, effort)))) return false;
    const Rational middle = (from + to) / 2;
    open.emplace_back(from, middle);
    open.emplace_back(middle, to);
  }
  return true;
}

/// Whether the bound at eps is at most delta, or below it.
bool suffices(EpsForm form, const Quantity& q, const Rational& eps, bool strict, const Effort& effort) {
  const Interval delta = enclose(q.parameter("delta"), effort.bits + 192);
  const Interval bound = least(form, q, eps, eps, effort);
  return proved(strict ? less(bound, delta) : less_equal(bound, delta));
}

Judgement attempt_least_eps(EpsForm form, const Hints& hints, const Quantity& q, Relation relation,
                            const Number& value) {
  const bool blanket = form != EpsForm::approximate;
  if (auto decided = without_delta(relation, value, "epsilon", blanket)) return *std::move(decided);
  if (value.kind != Number::Kind::rational) return Judgement::no("domain", "value: must be rational");
  const bool upper = has_upper_end(relation);
  const bool strict = relation == Relation::less || relation == Relation::greater;
  const Order order = compare(value, q.parameter("eps0"));
  if (order != Order::less && !blanket) return Judgement::no("domain", "value: must be below eps0");
  if (order == Order::unknown) return Judgement::no("comparison", "the value is not separated from eps0");
  // The blanket's number is at most eps0.
  if (order == Order::greater || (order == Order::equal && strict != upper)) {
    return upper ? Judgement::yes() : Judgement::no("comparison", "epsilon is at most eps0");
  }
  if (order == Order::equal && upper) return Judgement::no("comparison", "below eps0 is undecided");
  for (const unsigned bits : {*hints.bits, 2 * *hints.bits}) {
    const Effort effort = effort_at(q.parameter("delta"), bits);
    const bool holds =
        upper ? suffices(form, q, value.argument, strict, effort) : exceeds(form, q, value.argument, effort);
    if (holds) return Judgement::yes();
  }
  return Judgement::no("comparison", "undecided at " + std::to_string(2 * *hints.bits) + " bits");
}

}  // namespace

Evaluator least_eps_claim(EpsForm form) {
  return [form](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("method formula");
    const Hints hints = read_bits(reader);
    return {[=](const Quantity& q, Relation relation, const Number& value) {
      return attempt_least_eps(form, hints, q, relation, value);
    }};
  };
}

}  // namespace hallmark::check
