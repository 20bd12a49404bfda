#include "statement/orders.hpp"

#include <algorithm>
#include <array>

#include "numbers/fixed.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

namespace {

/// Of all rounds at integer orders: together, or one by one.
std::vector<Interval> at_integers(const LogMoments& moments, const Quantity& quantity, Direction direction, Count first,
                                  Count last, unsigned bits) {
  std::vector<Interval> all;
  if (moments.at_orders) all = moments.at_orders(quantity, direction, first, last, bits);
  if (all.empty()) {
    for (Count order = first; order <= last; ++order) {
      all.push_back(moments.at(quantity, direction, {Number::Kind::rational, order}, bits));
    }
  }
  for (Interval& x : all) x = x * integer((*moments.rounds)(quantity), x.precision());
  return all;
}

Interval at(const LogMoments& moments, const Quantity& quantity, Direction direction, const Number& alpha,
            unsigned bits) {
  const std::optional<Count> order = small_integer(alpha);
  if (order) return at_integers(moments, quantity, direction, *order, *order, bits).front();
  const Interval one = moments.at(quantity, direction, alpha, bits);
  return one * integer((*moments.rounds)(quantity), one.precision());
}

/// The directions that a statement is about: one where the two do not differ.
std::vector<Direction> directions_of(const Quantity& quantity) {
  if (quantity.direction == Direction::both && (*quantity.row->one_number)(quantity)) return {Direction::remove};
  if (quantity.direction != Direction::both) return {quantity.direction};
  return {Direction::remove, Direction::add};
}

/// F = l - (alpha-1) eps + alpha ln(1-1/alpha) - ln(alpha-1) - ln(delta), l = (alpha-1) times the divergence. F <= 0 is
/// delta_alpha(eps) <= delta and eps_alpha(delta) <= eps.
Interval conversion(const Interval& moment, const Rational& alpha, const Number& eps, const Number& delta) {
  const Count precision = moment.precision() + 64;
  const Interval minus_1(alpha - 1, precision);
  const Interval order(alpha, precision);
  return moment - minus_1 * enclose(eps, precision) + order * log(minus_1 / order) - log(minus_1) -
         log(enclose(delta, precision));
}

Truth sign_is(const Interval& f, Relation relation) {
  const Rational zero = 0;
  if (relation == Relation::less_equal) return less_equal(f, zero);
  if (relation == Relation::less) return less(f, zero);
  return negated(relation == Relation::greater_equal ? less(f, zero) : less_equal(f, zero));
}

/// What the witness of a conversion says: the order that proves an upper end for each direction, three orders around
/// the best one that prove a lower end among all real ones.
struct Orders {
  Hints hints;
  std::vector<Rational> upper;
  Direction lower_direction = Direction::remove;
  std::array<Rational, 3> bracket;
  bool real = false;
};

/// Any order of the range proves an upper end; every one of it a lower end.
Orders read_orders(Reader& reader, const Quantity& quantity, Relation relation) {
  Orders orders;
  const Range& range = *quantity.orders;
  reader.exactly("method orders");
  orders.hints = read_bits(reader);
  for (const Parameter& parameter : *quantity.row->parameters) {
    orders.real = orders.real || parameter.kind == Parameter::Kind::real_range;
  }
  if (orders.real && has_lower_end(relation)) {
    const std::vector<std::string_view> words = reader.words("order-bracket");
    constexpr const char* expected = "a direction and three orders";
    if (words.size() != 4) reader.fail(expected);
    orders.lower_direction = reader.to_one_of<Direction>(words.front(), {"remove", "add"}, expected);
    for (std::size_t i = 0; i < 3; ++i) orders.bracket[i] = reader.to_rational(words[i + 1]);
    const auto& [below, best, above] = orders.bracket;
    if (below <= 1 || below < range.first || best <= below || above <= best || above > range.last) {
      throw Rejected{"witness", "order-bracket: must be three increasing orders above 1 of the range orders"};
    }
    check_lower_direction(quantity, orders.lower_direction, "order-bracket");
  }
  if (!has_upper_end(relation)) return orders;
  for (std::size_t i = 0; i < directions_of(quantity).size(); ++i) {
    const Rational order = reader.rational(i == 0 ? "order" : "order-add");
    if (order <= 1 || order < range.first || order > range.last || (!orders.real && denominator(order) != 1)) {
      throw Rejected{"witness", "order: must be of the range orders and above 1"};
    }
    orders.upper.push_back(order);
  }
  return orders;
}

/// One direction of a conversion, with (eps, delta) on the curve that the claim is about.
struct Conversion {
  const LogMoments& moments;
  const Quantity& quantity;
  Direction direction;
  const Number& eps;
  const Number& delta;
  Relation relation;

  [[nodiscard]] Interval excess(const Rational& alpha, unsigned bits) const {
    const Number order{Number::Kind::rational, alpha};
    return conversion(at(moments, quantity, direction, order, bits), alpha, eps, delta);
  }

  [[nodiscard]] Truth at_order(const Rational& alpha, unsigned bits) const {
    return sign_is(excess(alpha, bits), relation);
  }

  /// Every real order. F is convex in it: outside [a, c] it is at least its value at b, whose neighbours are not
  /// below; on [a, b] it is above the line through b and c, on [b, c] above that through a and b.
  [[nodiscard]] Truth around(const std::array<Rational, 3>& orders, unsigned bits) const {
    const auto& [a, b, c] = orders;
    const Interval at_a = excess(a, bits);
    const Interval at_b = excess(b, bits);
    const Interval at_c = excess(c, bits);
    const Count precision = at_b.precision();
    if (!proved(less_equal(at_b, at_a)) || !proved(less_equal(at_b, at_c))) return Truth::unknown;
    const Interval below = at_b - (at_c - at_b) * Interval((b - a) / (c - b), precision);
    const Interval above = at_b - (at_a - at_b) * Interval((c - b) / (b - a), precision);
    // A line below F that crosses 0 says nothing.
    return proved(sign_is(min(min(below, above), at_b), relation)) ? Truth::yes : Truth::unknown;
  }

  /// Every order of the range. From an order on whose divergence R satisfies R + ln(1-delta) >= eps no order can do
  /// better: R does not decrease, and the rest of the conversion is at least ln(1-delta).
  [[nodiscard]] Truth at_every_order(unsigned bits) const {
    const Count end = quantity.orders->last.to_count();
    Count from = quantity.orders->first.to_count();
    for (Count count = 64;; count *= 2) {
      const Count to = std::min(end, from + count - 1);
      Meter::room(to - from + 1, 2 * limbs(bits) + 16);
      const std::vector<Interval> all = at_integers(moments, quantity, direction, from, to, bits);
      for (Count alpha = from; alpha <= to; ++alpha) {
        const Interval& moment = all[alpha - from];
        const Truth holds = sign_is(conversion(moment, alpha, eps, delta), relation);
        if (holds != Truth::yes || can_stop(moment, alpha)) return holds;
      }
      if (to == end) return Truth::yes;
      from = to + 1;
    }
  }

  [[nodiscard]] bool can_stop(const Interval& moment, Count alpha) const {
    const Count precision = moment.precision();
    const Interval divergence = moment / integer(alpha - 1, precision);
    const Interval least = divergence + log(integer(1, precision) - enclose(delta, precision));
    return proved(less(enclose(eps, precision), least));
  }
};

/// What needs no order: the clipped ends 0 <= eps, 0 < delta <= 1.
std::optional<Judgement> clipped(bool of_epsilon, Relation relation, const Number& value) {
  if (of_epsilon) return without_delta(relation, value, "epsilon", false);
  const bool upper = has_upper_end(relation);
  const bool strict = relation == Relation::less || relation == Relation::greater;
  const Order to_zero = compare(value, Rational(0));
  const Order to_one = compare(value, Rational(1));
  if (to_zero == Order::unknown || to_one == Order::unknown) {
    return Judgement::no("comparison", "the sign of the value is undecided");
  }
  if (to_zero != Order::greater) return upper ? Judgement::no("comparison", "delta is positive") : Judgement::yes();
  const bool beyond = to_one == Order::greater || (to_one == Order::equal && strict != upper);
  if (!beyond) return std::nullopt;
  return upper ? Judgement::yes() : Judgement::no("comparison", "delta is at most 1");
}

/// The first answer that is not unknown, at 64 bits and then at those of the witness, twice and four times as many.
Truth first_answer(unsigned hint, const std::function<Truth(unsigned)>& truth_at) {
  unsigned last = 0;
  for (const unsigned bits : {64U, hint, 2 * hint, 4 * hint}) {
    if (bits == last) continue;
    const Truth truth = truth_at(bits);
    if (truth != Truth::unknown) return truth;
    last = bits;
  }
  return Truth::unknown;
}

Judgement failure(Truth truth, bool upper, unsigned bits) {
  if (truth == Truth::unknown) return Judgement::no("comparison", "undecided at " + std::to_string(4 * bits) + " bits");
  return Judgement::no(
      "comparison", upper ? "the order of the witness does not prove the value" : "an order of the range proves less");
}

/// An upper end: every direction, at its order. A lower end: one direction, at every order.
Judgement attempt_conversion(const LogMoments& moments, Converted to, const Orders& orders, const Quantity& quantity,
                             Relation relation, const Number& value) {
  const bool of_epsilon = to == Converted::epsilon;
  if (auto decided = clipped(of_epsilon, relation, value)) return *std::move(decided);
  const Number& eps = of_epsilon ? value : quantity.parameter("eps");
  const Number& delta = of_epsilon ? quantity.parameter("delta") : value;
  const bool upper = has_upper_end(relation);
  std::vector<Direction> directions = directions_of(quantity);
  if (orders.real && !upper) directions = {orders.lower_direction};
  Judgement failed;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Conversion one{moments, quantity, directions[i], eps, delta, relation};
    const Truth truth = first_answer(*orders.hints.bits, [&](unsigned bits) {
      if (upper) return one.at_order(orders.upper[i], bits);
      return orders.real ? one.around(orders.bracket, bits) : one.at_every_order(bits);
    });
    if (truth != Truth::yes) failed = failure(truth, upper, *orders.hints.bits);
    if ((truth == Truth::yes) != upper) return upper ? failed : Judgement::yes();
  }
  return upper ? Judgement::yes() : failed;
}

}  // namespace

Evaluator divergence_claim(LogMoments moments, unsigned first) {
  return [first, moments = std::move(moments)](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("method " + std::string(moments.method));
    const Hints hints = read_bits(reader, first);
    return {[=](const Quantity& quantity, Relation relation, const Number& value) {
      const Number& alpha = quantity.parameter("alpha");
      const auto divergence = [&](Direction direction, unsigned bits) {
        const Interval moment = at(moments, quantity, direction, alpha, bits);
        const Count precision = moment.precision();
        return max(moment / enclose_minus_1(alpha, precision), Interval(precision));
      };
      return decide(
          [&](Side, const Effort& effort) {
            const std::optional<Rational> exact = moments.exact ? moments.exact(quantity) : std::nullopt;
            if (exact) return Value{Interval(*exact, 64), exact};
            Interval largest(64);
            for (const Direction d : directions_of(quantity)) largest = max(largest, divergence(d, effort.bits));
            return Value{largest};
          },
          relation, value, hints);
    }};
  };
}

Evaluator conversion_claim(LogMoments moments, Converted to) {
  return [to, moments = std::move(moments)](Reader& reader, const Quantity& quantity, Relation whole) -> Proof {
    const Orders orders = read_orders(reader, quantity, whole);
    return {[=](const Quantity& q, Relation relation, const Number& value) {
      return attempt_conversion(moments, to, orders, q, relation, value);
    }};
  };
}

}  // namespace hallmark::check
