#include "statement/reach.hpp"

#include "numbers/meter.hpp"

namespace hallmark::check {

Reach Reach::multiple(const Number& unit, Count count) {
  Reach reach(Kind::multiple);
  // ln(1) has no canonical spelling.
  if (unit != Number{Number::Kind::ln, 1}) reach.unit_ = unit;
  return reach.times(count);
}

Reach Reach::replaced(const Number& p, Count k) {
  if (p.kind == Number::Kind::rational) {
    return multiple({Number::Kind::ln, 1 + Rational(Integer(k)) * (1 - p.argument) / p.argument});
  }
  return enclosed([=](Count precision) {
    const Interval q = enclose(p, precision);
    return log1p(integer(k, precision) * (integer(1, precision) - q) / q);
  });
}

Reach Reach::enclosed(std::function<Interval(Count)> value) {
  Reach reach(Kind::enclosed);
  reach.value_ = std::move(value);
  return reach;
}

Reach Reach::times(Count rounds) const {
  Reach all = *this;
  all.count_ *= rounds;
  return all;
}

Reach Reach::sampled(const Number& rate, bool remove) const {
  if (kind_ == Kind::unknown || compare(rate, Rational(1)) == Order::equal) return *this;
  if (kind_ == Kind::unbounded && remove) return *this;
  if (kind_ == Kind::unbounded && rate.kind == Number::Kind::rational) {
    return multiple({Number::Kind::ln, 1 / (1 - rate.argument)});
  }
  return enclosed([=, whole = *this](Count precision) {
    const Interval q = enclose(rate, precision);
    if (whole.is_unbounded()) return -log1p(-q);
    const Interval r = whole.enclosure(precision);
    return remove ? log1p(q * expm1(r)) : -log1p(q * expm1(-r));
  });
}

Interval Reach::enclosure(Count precision) const {
  const Interval one = kind_ == Kind::multiple ? enclose(unit_, precision) : value_(precision);
  return one * integer(count_, precision);
}

Order Reach::order(const Number& eps) const {
  if (kind_ == Kind::unbounded) return Order::less;
  if (kind_ == Kind::unknown) return Order::unknown;
  if (kind_ == Kind::multiple) return against_multiple(eps, unit_, count_);
  return against(eps, [this](Count precision) { return enclosure(precision); });
}

}  // namespace hallmark::check
