#include "statement/zero_point.hpp"

namespace hallmark::check {

namespace {

/// x against an enclosure that narrows.
Order against(const Number& x, const std::function<Interval(mpfr_prec_t)>& y) {
  for (mpfr_prec_t precision = 128; precision <= 32768; precision *= 4) {
    const Interval left = enclose(x, precision);
    const Interval right = y(precision);
    if (less(left, right) == Truth::yes) return Order::less;
    if (less(right, left) == Truth::yes) return Order::greater;
  }
  return Order::unknown;
}

/// x against rounds * unit.
Order against_multiple(const Number& x, const Number& unit, std::uint64_t rounds) {
  if (rounds == 1) return compare(x, unit);
  if (unit.kind == Number::Kind::rational) return compare(x, Rational(unit.argument * Integer(rounds)));
  const auto size = [](const Rational& r) {
    return mpz_sizeinbase(mpq_numref(raw(r)), 2) + mpz_sizeinbase(mpq_denref(raw(r)), 2);
  };
  constexpr std::uint64_t most_bits = 1 << 20;
  if (unit.kind == Number::Kind::ln && x.kind == Number::Kind::ln && rounds <= most_bits / size(unit.argument)) {
    const auto power = static_cast<unsigned>(rounds);
    const Rational raised(pow(Integer(numerator(unit.argument)), power),
                          pow(Integer(denominator(unit.argument)), power));
    return compare(x, Number{Number::Kind::ln, raised});
  }
  return against(
      x, [&](mpfr_prec_t precision) { return enclose(unit, precision) * Interval(Integer(rounds), precision); });
}

}  // namespace

std::function<Order(const Number& eps)> zero_point(const Quantity& quantity) {
  const std::string_view id = quantity.row->id;
  if (id.starts_with("poisson-gaussian.")) {
    const Number& rate = quantity.parameter("rate");
    if (quantity.direction != "add" || compare(rate, Rational(1)) == Order::equal) return {};
    const std::uint64_t steps = quantity.count("steps");
    if (rate.kind == Number::Kind::rational) {
      const Number unit{Number::Kind::ln, Rational(1 / (1 - rate.argument))};
      return [unit, steps](const Number& eps) { return against_multiple(eps, unit, steps); };
    }
    return [rate, steps](const Number& eps) {
      return against(eps, [&](mpfr_prec_t precision) {
        return -(log1p(-enclose(rate, precision)) * Interval(Integer(steps), precision));
      });
    };
  }
  if (id.starts_with("allocation-rr.")) {
    const Number& eps0 = quantity.parameter("eps0");
    const std::uint64_t selected = quantity.count("selected");
    return [eps0, selected](const Number& eps) { return against_multiple(eps, eps0, selected); };
  }
  const std::uint64_t rounds = quantity.count("rounds");
  if (id.starts_with("krr.")) {
    if (!id.ends_with(".weak")) return {};  // an atom at infinity
    const Number& gamma = quantity.parameter("gamma");
    const std::uint64_t k = quantity.count("k");
    if (gamma.kind == Number::Kind::rational) {
      const Number unit{Number::Kind::ln, Rational(1 + Rational(Integer(k)) * (1 - gamma.argument) / gamma.argument)};
      return [unit, rounds](const Number& eps) { return against_multiple(eps, unit, rounds); };
    }
    return [gamma, k, rounds](const Number& eps) {
      return against(eps, [&](mpfr_prec_t precision) {
        const Interval g = enclose(gamma, precision);
        const Interval kk(Integer(k), precision);
        return log1p(kk * (Interval(Integer(1), precision) - g) / g) * Interval(Integer(rounds), precision);
      });
    };
  }
  const Number& eps0 = quantity.parameter("eps0");
  return [eps0, rounds](const Number& eps) { return against_multiple(eps, eps0, rounds); };
}

}  // namespace hallmark::check
