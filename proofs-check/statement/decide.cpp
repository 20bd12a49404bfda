#include "statement/decide.hpp"

#include <algorithm>
#include <vector>

namespace hallmark::check {

namespace {

constexpr unsigned kMinBits = 64;
constexpr unsigned kMaxBits = 65'536;

Truth from_order(Order order, Relation relation) {
  if (order == Order::unknown) return Truth::unknown;
  const bool holds = (relation == Relation::less_equal && order != Order::greater) ||
                     (relation == Relation::less && order == Order::less) ||
                     (relation == Relation::greater_equal && order != Order::less) ||
                     (relation == Relation::greater && order == Order::greater);
  return holds ? Truth::yes : Truth::no;
}

Truth from_enclosure(const Interval& value, Relation relation, const Number& target) {
  const auto below = [&](bool strict) {
    if (target.kind == Number::Kind::rational)
      return strict ? less(value, target.argument) : less_equal(value, target.argument);
    const Interval other = enclose(target, value.precision() + 64);
    return strict ? less(value, other) : less_equal(value, other);
  };
  if (has_upper_end(relation)) return below(relation == Relation::less);
  return negated(below(relation == Relation::greater_equal));
}

/// s >= 0 with target about 2^-s or larger: how far below 1 the comparison happens.
Count scale_of(const Number& target) {
  const Interval rough = enclose(target, 64);
  if (!rough.finite() || mpfr_sgn(rough.lo()) <= 0) return 0;
  const Count exponent = mpfr_get_exp(rough.lo());
  if (exponent < -(1L << 24)) throw TooMuchWork();
  return std::max<Count>(0, 2 - exponent);
}

/// The relation that delta at the value must have to the bound delta.
Relation of_delta(Relation relation) { return has_upper_end(relation) ? relation : Relation::greater; }

/// Proves `delta RELATION the bound` where the parameter is the value.
Judgement delta_with(const Profile& profile, const Quantity& q, const Noise& noise, Relation relation,
                     const Number& value) {
  if (compare(value, *noise.most) != Order::less ||
      compare(value, 1 / Rational(pow(Integer(10), 30))) != Order::greater) {
    return Judgement::no(
        "domain", "value: must satisfy 10^-30 < " + std::string(noise.name) + " < " + numerator(*noise.most).text());
  }
  return at_the_value(
      decide_delta(profile, q.with(noise.name, value), q.parameter("eps"), relation, q.parameter("delta")));
}

}  // namespace

Value larger(Value a, Value b) {
  Interval enclosure = max(a.enclosure, b.enclosure);
  if (!a.exact || !b.exact) return {std::move(enclosure)};
  return {std::move(enclosure), *a.exact < *b.exact ? std::move(b.exact) : std::move(a.exact)};
}

Value one_sided(Side side, const Interval& value) {
  const Interval one(Integer(1), value.precision());
  return {side == Side::lower ? from_ends(value, one) : from_ends(Interval(64), min(value, one))};
}

void check_lower_direction(const Quantity& quantity, Direction direction, const std::string& line) {
  if (quantity.direction == Direction::both || quantity.direction == direction) return;
  throw Rejected{"witness", line + ": must be of the direction of the statement"};
}

Hints read_bits(Reader& reader, unsigned first) {
  return {reader.integer("bits", kMinBits, kMaxBits).to_count(), {}, first};
}

Judgement decide(const std::function<Value(Side, const Effort&)>& evaluate, Relation relation, const Number& target,
                 const Hints& hints) {
  const Side side = has_upper_end(relation) ? Side::upper : Side::lower;
  const Count scale = scale_of(target);
  std::vector<Effort> tries;
  if (!hints.bits) {
    tries.push_back({kMinBits, scale});
  } else if (hints.grid) {
    for (const int finer : {1, 2, 4}) tries.push_back({64, scale, *hints.grid * finer});
  } else {
    for (const unsigned bits : {hints.first, kMinBits, *hints.bits, 2 * *hints.bits, 4 * *hints.bits}) {
      if (tries.empty() || bits != tries.back().bits) tries.push_back({bits, scale});
    }
  }
  const std::string number = to_text(target);
  const std::string claim = std::string(to_text(relation)) + " " + (number.size() < 100 ? number : "the value");
  for (const Effort& effort : tries) {
    const Value value = evaluate(side, effort);
    const Truth truth = value.exact
                            ? from_order(compare(Number{Number::Kind::rational, *value.exact}, target), relation)
                            : from_enclosure(value.enclosure, relation, target);
    if (truth == Truth::yes) return Judgement::yes();
    if (truth == Truth::no) return Judgement::no("comparison", claim + " is not what the recomputation gives");
    if (value.exact) break;
  }
  return Judgement::no("comparison", claim + " is undecided at " +
                                         (hints.grid ? tries.back().grid.text() + " cells a unit"
                                                     : Integer(tries.back().bits).text() + " bits"));
}

Evaluator formula_claim(std::function<Value(const Quantity&, const Effort&)> value,
                        std::function<void(const Quantity&)> check) {
  return [value = std::move(value), check = std::move(check)](Reader& reader, const Quantity& quantity,
                                                              Relation) -> Proof {
    if (check) check(quantity);
    reader.exactly("method formula");
    const Hints hints = read_bits(reader);
    return {[=](const Quantity& q, Relation relation, const Number& target) {
      return decide([&](Side, const Effort& effort) { return value(q, effort); }, relation, target, hints);
    }};
  };
}

namespace {

/// The count at the end that a claim states: the greatest that an upper end allows, the least that a lower end does.
Integer stated_count(Relation relation, const Rational& value) {
  const Integer floor = floor_div(numerator(value), denominator(value));
  const Integer ceiling = ceil_div(numerator(value), denominator(value));
  if (has_upper_end(relation)) return relation == Relation::less ? ceiling - 1 : floor;
  return relation == Relation::greater ? floor + 1 : ceiling;
}

}  // namespace

Judgement decide_least_count(Relation relation, const Number& value,
                             const std::function<Judgement(const Integer& n, bool enough)>& prove) {
  if (value.kind != Number::Kind::rational || value.argument > Rational(pow(Integer(10), 15))) {
    return Judgement::no("domain", "value: must be rational and at most 10^15");
  }
  const Integer n = stated_count(relation, value.argument);
  if (has_upper_end(relation)) return n < 1 ? Judgement::no("comparison", "n is at least 1") : prove(n, true);
  return n <= 1 ? Judgement::yes() : prove(n - 1, false);
}

Judgement decide_greatest_count(Relation relation, const Number& value,
                                const std::function<Judgement(const Integer& n, bool enough)>& prove) {
  if (value.kind != Number::Kind::rational || value.argument >= Rational(pow(Integer(10), 15))) {
    return Judgement::no("domain", "value: must be rational and below 10^15");
  }
  const Integer n = stated_count(relation, value.argument);
  if (has_upper_end(relation)) return n < 0 ? Judgement::no("comparison", "n is not negative") : prove(n + 1, false);
  return n <= 0 ? Judgement::yes() : prove(n, true);
}

std::optional<Judgement> without_delta(Relation relation, const Number& value, const std::string& name, bool attained) {
  const Order sign = compare(value, Rational(0));
  if (sign == Order::greater) return std::nullopt;
  if (sign == Order::unknown) return Judgement::no("comparison", "the sign of the value is undecided");
  const bool below = sign == Order::less || relation == Relation::greater_equal || attained;
  if (!has_upper_end(relation) && below) return Judgement::yes();
  const bool hopeless = sign == Order::less || relation == Relation::less || attained;
  if (has_upper_end(relation) && hopeless) {
    return Judgement::no("comparison", name + (attained ? " is positive" : " is not negative"));
  }
  return std::nullopt;  // 0 itself: delta there decides
}

ReadProfile evaluated(std::string_view method, decltype(Profile::delta) delta) {
  return [=](Reader& reader, const Quantity&, Relation) -> Profile {
    reader.exactly("method " + std::string(method));
    return {delta, read_bits(reader)};
  };
}

std::optional<Order> to_zero_point(const Quantity& quantity, const Number& eps) {
  const QuantityRow& row = *quantity.row;
  const bool two = quantity.direction == Direction::both && !(*row.one_number)(quantity);
  std::vector<Order> orders;
  for (const bool remove : {true, false}) {
    if (!two && remove == (quantity.direction == Direction::add)) continue;
    const Reach reach = (*row.reach)(quantity, remove);
    if (!reach.is_known()) return std::nullopt;
    orders.push_back(reach.order(eps));
  }
  for (const Order order : {Order::less, Order::unknown, Order::equal}) {
    if (std::find(orders.begin(), orders.end(), order) != orders.end()) return order;
  }
  return Order::greater;
}

Judgement decide_delta(const Profile& profile, const Quantity& quantity, const Number& eps, Relation relation,
                       const Number& target) {
  const Order target_sign = compare(target, Rational(0));
  if (target_sign == Order::unknown) return Judgement::no("comparison", "the sign of the value is undecided");
  const std::optional<Order> order = to_zero_point(quantity, eps);
  if (!order && target_sign != Order::greater) {
    return Judgement::no("comparison", "whether delta is 0 here is not known");
  }
  if (order == Order::unknown) return Judgement::no("comparison", "eps is not separated from where delta becomes 0");
  if (order && *order != Order::less) {
    if (from_order(compare(Number{}, target), relation) == Truth::yes) return Judgement::yes();
    return Judgement::no("comparison", "delta is exactly 0 at this eps");
  }
  if (target_sign != Order::greater) {
    return has_upper_end(relation) ? Judgement::no("comparison", "delta is positive") : Judgement::yes();
  }
  return decide([&](Side side, const Effort& effort) { return profile.delta(quantity, eps, side, effort); }, relation,
                target, profile.hints);
}

Evaluator profile_claim(std::string_view lemma, ReadProfile read, Attempt attempt) {
  return [=](Reader& reader, const Quantity& quantity, Relation whole) -> Proof {
    if (!lemma.empty()) reader.exactly("lemma " + std::string(lemma));
    const Profile profile = read(reader, quantity, whole);
    return {[=](const Quantity& q, Relation relation, const Number& value) {
      return attempt(profile, q, relation, value);
    }};
  };
}

Evaluator delta_claim(ReadProfile read) {
  return profile_claim({}, std::move(read),
                       [](const Profile& profile, const Quantity& q, Relation relation, const Number& value) {
                         return decide_delta(profile, q, q.parameter("eps"), relation, value);
                       });
}

namespace {

Judgement decide_epsilon(const Profile& profile, const Quantity& q, Relation relation, const Number& value) {
  const Number& delta = q.parameter("delta");
  if (compare(delta, Rational(0)) == Order::equal) {
    // eps* is where delta becomes 0; the order is that of the value to it.
    return from_order(to_zero_point(q, value).value_or(Order::unknown), mirrored(relation)) == Truth::yes
               ? Judgement::yes()
               : Judgement::no("comparison", "epsilon at delta = 0 is where delta becomes 0");
  }
  if (auto decided = without_delta(relation, value, "epsilon", false)) return *std::move(decided);
  if (profile.range != EpsRange::all && compare(value, Rational(10000)) != Order::less) {
    return Judgement::no("domain", "value: must satisfy eps < 10000");
  }
  return at_the_value(decide_delta(profile, q, value, of_delta(relation), delta));
}

}  // namespace

Evaluator epsilon_claim(ReadProfile read) {
  return profile_claim("hockey-stick-nonincreasing-in-eps", std::move(read), decide_epsilon);
}

Judgement decide_supremum(const Profile& profile, const Quantity& q, const Noise& noise, Relation relation,
                          const Number& value) {
  if (auto decided = without_delta(relation, value, std::string(noise.name), false)) return *std::move(decided);
  if (compare(value, Rational(0)) != Order::greater) {
    return Judgement::no("comparison", std::string(noise.name) + " is not negative");
  }
  const Relation below = relation == Relation::greater ? Relation::less : Relation::less_equal;
  return delta_with(profile, q, noise, has_upper_end(relation) ? Relation::greater : below, value);
}

namespace {

/// Of a parameter with which delta grows: a lower end of the parameter is an upper end of delta.
ReadProfile of_delta_ends(ReadProfile read, bool grows) {
  if (!grows) return read;
  return [read = std::move(read)](Reader& reader, const Quantity& quantity, Relation relation) {
    return read(reader, quantity, mirrored(relation));
  };
}

}  // namespace

Evaluator count_claim(ReadProfile read, MonotoneCount count) {
  const auto attempt = [count](const Profile& profile, const Quantity& q, Relation relation, const Number& value) {
    const auto prove = [&](const Integer& n, bool enough) {
      const Quantity at = q.with(count.name, {Number::Kind::rational, n});
      return at_the_value(decide_delta(profile, at, q.parameter("eps"),
                                       enough ? Relation::less_equal : Relation::greater, q.parameter("delta")));
    };
    return *count.grows ? decide_greatest_count(relation, value, prove) : decide_least_count(relation, value, prove);
  };
  return profile_claim(count.lemma, of_delta_ends(std::move(read), *count.grows), attempt);
}

Evaluator noise_claim(ReadProfile read, Noise noise) {
  const auto attempt = [noise](const Profile& profile, const Quantity& q, Relation relation, const Number& value) {
    if (*noise.grows) return decide_supremum(profile, q, noise, relation, value);
    auto decided = without_delta(relation, value, std::string(noise.name), *noise.attained);
    return decided ? *std::move(decided) : delta_with(profile, q, noise, of_delta(relation), value);
  };
  return profile_claim(noise.lemma, of_delta_ends(std::move(read), *noise.grows), attempt);
}

Judgement at_the_value(Judgement outcome) {
  if (!outcome.verified) outcome.rule = "delta at the value: " + outcome.rule;
  return outcome;
}

}  // namespace hallmark::check
