#include "bounds/renyi_real.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::renyi {
namespace {

void check(std::string_view where, const Rational& first, const Rational& last) {
  if (first < 1 || last <= first) {
    throw InputError(where, "orders", first.to_string() + ".." + last.to_string(), "a range from 1 or above");
  }
}

// The least of N(a)/(a-1) (divided) or of N(a) for a convex N.
class RealMinimum {
 public:
  using Convex = std::function<Ball(const Rational& order, slong bits)>;
  RealMinimum(Convex convex, bool divided, const Rational& first, const Rational& last, const Budget& budget)
      : convex_(std::move(convex)),
        divided_(divided),
        open_(first == 1),
        first_(open_ ? 1 + pow(Rational(2), -20) : first),
        last_(last),
        budget_(budget) {}

  struct Found {
    std::optional<Ball> value;  // an enclosure of the least value, where that is proved
    Ball there;                 // the value at `order`: at least the least one
    Rational order;
    slong evaluations;
  };

  Found find(slong digits) {
    Rational best = scan();
    constexpr int most_moves = 16;
    for (slong exponent = -12; exponent > -30 - 2 * digits; exponent -= 6) {
      for (int moves = 0; moves < most_moves && !budget_.expired(); ++moves) {
        const Rational next = vertex(best, exponent, 128 + digits * 7);
        const bool near = abs(next - best) < (best - 1) * pow(Rational(2), exponent);
        best = next;
        if (near) break;
      }
    }
    const slong bits = 128 + digits * 7;
    const Rational span = pow(Rational(10), -(digits / 2 + 3));
    for (Rational share = span; share < Rational("1/2"); share = share * 16) {
      if (budget_.expired()) break;
      if (auto value = enclose(best, share, bits)) return {value, *value, best, evaluations_};
    }
    return {std::nullopt, quotient(best, convex(best, bits)), best, evaluations_};
  }

 private:
  static Rational abs(const Rational& x) { return x.sign() < 0 ? -x : x; }

  Ball convex(const Rational& order, slong bits) {
    ++evaluations_;
    return convex_(order, bits);
  }
  [[nodiscard]] Ball quotient(const Rational& order, const Ball& n) const {
    return divided_ ? n / Ball(order - 1, n.bits()) : n;
  }
  double rough(const Rational& order) {
    const Ball v = quotient(order, convex(order, 96));
    return v.is_finite() ? v.to_double_up() : HUGE_VAL;
  }
  [[nodiscard]] Rational at(double log_excess) const {
    const Rational order = 1 + exp(Ball(Rational(std::llround(log_excess * 0x1p24)) / (slong{1} << 24), 64)).centre(40);
    return std::min(std::max(order, first_), last_);
  }

  // By the logarithm of a - 1: where to look, nothing more.
  Rational scan() {
    const auto log_of = [](const Rational& x) { return log(Ball(x - 1, 64)).to_double_up(); };
    const double place = least_place([&](double x) { return rough(at(x)); }, log_of(first_), log_of(last_),
                                     [&](double low, double high) { return high - low > 2e-4 && !budget_.expired(); });
    const Rational inner = at(place);
    const double value = rough(inner);
    if (rough(first_) <= value) return first_;
    return rough(last_) <= value ? last_ : inner;
  }

  // The least point of the parabola through three values 2^exponent (a-1) apart.
  Rational vertex(const Rational& order, slong exponent, slong bits) {
    const Rational step = (order - 1) * pow(Rational(2), exponent);
    if (order - step < first_ || order + step > last_) return order;
    const Ball left = quotient(order - step, convex(order - step, bits));
    const Ball here = quotient(order, convex(order, bits));
    const Ball right = quotient(order + step, convex(order + step, bits));
    const Ball shift = (left - right) / (2 * (left + right - 2 * here));
    if (!shift.is_finite()) return order;
    const Ball bounded = max(Ball(-2, bits), min(Ball(2, bits), Ball(shift.centre(), bits)));
    const Rational next = (Ball(order, bits) + bounded * Ball(step, bits)).centre(bits / 2);
    return std::min(std::max(next, first_), last_);
  }

  // The value at `order` above, chords below; nothing where fall and rise are not proved.
  std::optional<Ball> enclose(const Rational& order, const Rational& share, slong bits) {
    const Rational step = (order - 1) * share;
    std::array<Rational, 3> a = {order - step, order, order + step};
    const bool at_first = a[0] <= first_;
    const bool at_last = a[2] >= last_;
    // Of orders nearer to 1 than first_ nothing is known but that a proved fall leaves them behind.
    if (at_first && (at_last || open_)) return std::nullopt;
    if (at_first) a = {first_, first_ + step, first_ + 2 * step};
    if (at_last) a = {last_ - 2 * step, last_ - step, last_};
    std::array<Ball, 3> n = {convex(a[0], bits), convex(a[1], bits), convex(a[2], bits)};
    for (const Ball& x : n) {
      if (!x.is_finite()) return std::nullopt;
    }
    std::array<Ball, 3> v = {quotient(a[0], n[0]), quotient(a[1], n[1]), quotient(a[2], n[2])};
    const bool falls = less(v[1], v[0]) == Truth::yes;
    const bool rises = less(v[1], v[2]) == Truth::yes;
    if (!(falls || at_first) || !(rises || at_last)) return std::nullopt;
    // The chord through two points, continued to a third.
    const auto chord = [&](std::size_t i, std::size_t j, std::size_t to) {
      const Ball slope = (n[j] - n[i]) / Ball(a[j] - a[i], bits);
      return quotient(a[to], n[i] + slope * Ball(a[to] - a[i], bits));
    };
    const Ball below = min(min(chord(1, 2, 0), v[1]), chord(0, 1, 2));
    const Ball above = min(min(v[0], v[1]), v[2]);
    return hull(below, above);
  }

  Convex convex_;
  bool divided_;
  bool open_;  // every order above 1
  Rational first_;
  Rational last_;
  const Budget& budget_;
  slong evaluations_ = 0;
};

// (a-1) R_a + (a-1) ln(a-1) - a ln a.
Ball numerator(const RealCurve& curve, const Rational& order, slong bits) {
  const Ball a(order, bits);
  const Ball excess(order - 1, bits);
  return excess * (curve(order, bits) + log(excess)) - a * log(a);
}

}  // namespace

RealConversion epsilon_upper_real(const RealCurve& curve, const Number& delta, const Rational& first,
                                  const Rational& last, slong digits, const Budget& budget) {
  check("renyi.epsilon", first, last);
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError("renyi.epsilon", "delta", delta.to_string(), "positive and at most 1");
  }
  const auto convex = [&](const Rational& a, slong bits) { return numerator(curve, a, bits) - log(delta.ball(bits)); };
  const auto found = RealMinimum(convex, true, first, last, budget).find(digits);
  if (!found.value) {
    const Ball value =
        found.there.is_finite() ? Ball::between(0, std::max(found.there.upper(), Rational(0)), 64) : Ball::anything(64);
    return {value, found.order, false, found.evaluations};
  }
  const Ball value = max(Ball(0, found.value->bits()), *found.value);
  const bool reached = value.is_finite() && (less_equal(value, Rational(0)) == Truth::yes ||
                                             has_digits(value.lower(), value.upper(), digits));
  return {value, found.order, reached, found.evaluations};
}

RealConversion delta_upper_real(const RealCurve& curve, const Number& eps, const Rational& first, const Rational& last,
                                slong digits, const Budget& budget) {
  check("renyi.delta", first, last);
  const auto convex = [&](const Rational& a, slong bits) {
    return numerator(curve, a, bits) - Ball(a - 1, bits) * eps.ball(bits);
  };
  const auto found = RealMinimum(convex, false, first, last, budget).find(digits);
  if (!found.value) {
    const Ball there = exp(found.there);
    const Rational top = less(there, Rational(1)) == Truth::yes ? there.upper() : Rational(1);
    return {Ball::between(0, top, 64), found.order, false, found.evaluations};
  }
  const Ball value = min(Ball(1, found.value->bits()), exp(*found.value));
  const bool reached = value.is_finite() && has_digits(value.lower(), value.upper(), digits);
  return {value, found.order, reached, found.evaluations};
}

}  // namespace hallmark::renyi
