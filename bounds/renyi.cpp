#include "bounds/renyi.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "exact/error.hpp"

namespace hallmark::renyi {
namespace {

constexpr slong largest_order = 1'000'000'000;
constexpr slong search_bits = 96;        // of the search; neighbouring bounds differ by about 1/order^2 of their size
constexpr slong last_search_bits = 768;  // an undecided comparison is left open beyond it

void check_order(std::string_view where, slong order) {
  if (order < 2) throw InputError(where, "order", Rational(order).to_string(), "an integer of at least 2");
}

void check_orders(std::string_view where, Orders orders) {
  if (orders.first < 2 || orders.first > orders.last || orders.last > largest_order) {
    throw InputError(where, "orders", Rational(orders.first).to_string() + ".." + Rational(orders.last).to_string(),
                     "a..b with integers 2 <= a <= b <= 10^9");
  }
}

void check_delta(std::string_view where, const Number& delta) {
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "positive and at most 1");
  }
}

// The minimum over orders of bound(order, R_order): what the two conversions share.
class Minimum {
 public:
  using Bound = std::function<Ball(slong order, const Ball& divergence)>;

  // `bound` at one order; `floor`, below the bounds of all orders from this one on, for a nondecreasing curve.
  Minimum(const Curve& curve, Orders orders, Bound bound, Bound floor, const Budget& budget)
      : curve_(curve), orders_(orders), bound_(std::move(bound)), floor_(std::move(floor)), budget_(budget) {}

  // `lowest`: below every bound whatever the orders; `highest`: above the bound after clipping, if there is one.
  Conversion find(slong digits, const Rational& lowest, const std::optional<Rational>& highest) {
    const bool proved = curve_.shape == Shape::divergence ? bisect() : scan();
    const auto clipped = [&](const Ball& x) {
      Ball r = max(x, Ball(lowest, x.bits()));
      return highest ? min(r, Ball(*highest, x.bits())) : r;
    };
    std::optional<slong> best;
    for (const auto& [order, value] : seen_) {
      if (!value.is_finite()) continue;
      if (!best || value.upper() < seen_.at(*best).upper()) best = order;
    }
    const bool all_known =
        std::all_of(kept_.begin(), kept_.end(), [&](slong order) { return seen_.at(order).is_finite(); });
    if (!proved || !all_known || !best) {
      // Only what the orders looked at give: an upper end, and nothing but `lowest` below.
      const Rational top = best ? clipped(seen_.at(*best)).upper() : highest.value_or(lowest);
      const Ball value =
          best || highest ? Ball::between(lowest, std::max(top, lowest), search_bits) : Ball::anything(search_bits);
      return {value, best.value_or(orders_.first), false, false, evaluations_};
    }
    const auto least = [&](slong bits) {
      std::optional<Ball> value;
      for (const slong order : kept_) {
        Ball here = bound_(order, divergence(order, bits));
        value = value ? min(*value, here) : here;
      }
      return clipped(*value);
    };
    const Evaluation e = evaluate(
        least, digits, {.first_bits = digits * 4 + 64, .last_bits = 64 * digits + (slong{1} << 14), .budget = budget_});
    return {e.value, *best, true, e.reached, evaluations_};
  }

 private:
  Ball divergence(slong order, slong bits) {
    ++evaluations_;
    return curve_.at(order, bits);
  }

  const Ball& seen(slong order, slong bits) {
    const auto at = seen_.find(order);
    if (at != seen_.end() && at->second.bits() >= bits) return at->second;
    return seen_.insert_or_assign(order, bound_(order, divergence(order, bits)).with_bits(bits)).first->second;
  }

  // Is the bound at m above that at m + 1?
  Truth falls(slong m) {
    return decide([&](slong bits) { return less(seen(m + 1, bits), seen(m, bits)); },
                  {.first_bits = search_bits, .last_bits = last_search_bits, .budget = budget_});
  }
  Truth rises(slong m) { return less(seen(m, search_bits), seen(m + 1, search_bits)); }

  // Whether the minimum lies in [m+1, b], in [a, m], or neither is proved.
  bool narrow(slong m, slong& a, slong& b) {
    if (seen(m + 1, search_bits).is_plus_infinity()) {  // and so are those of all later orders
      b = m;
      return true;
    }
    const Truth down = falls(m);
    if (down == Truth::yes) {
      a = m + 1;
    } else if (down == Truth::no && rises(m) == Truth::yes) {
      b = m;
    } else {
      return false;
    }
    return true;
  }

  // Strides from the low end that double while the bound falls, then halving; the orders that remain are kept.
  bool bisect() {
    slong a = orders_.first;
    slong b = orders_.last;
    slong stride = 1;
    while (a < b && !budget_.expired()) {
      const slong m = std::min(a + stride - 1, b - 1);
      const slong before = a;
      if (!narrow(m, a, b)) break;
      if (a == before) break;  // it rises at m
      stride *= 2;
    }
    while (a < b && !budget_.expired()) {
      const slong m = a + (b - a - 1) / 2;
      if (narrow(m, a, b)) continue;
      // Balls cannot tell m from m + 1: close in from both sides, nearest first.
      bool moved = false;
      for (slong d = 1; !moved && d < b - a && !budget_.expired(); d *= 2) {
        const slong old_a = a;
        const slong old_b = b;
        if (m - d >= a) (void)narrow(m - d, a, b);
        if (m + d < b) (void)narrow(m + d, a, b);
        moved = a != old_a || b != old_b;
      }
      if (!moved) break;
      if (m < a || m >= b) continue;
      if (b - a <= 1) break;
    }
    constexpr slong few = 64;
    if (b - a >= few || budget_.expired()) return false;
    for (slong order = a; order <= b; ++order) {
      (void)seen(order, search_bits);
      kept_.push_back(order);
    }
    return true;
  }

  bool scan() {
    std::optional<Ball> best;
    for (slong order = orders_.first; order <= orders_.last; ++order) {
      if (budget_.expired()) return false;
      const Ball r = divergence(order, search_bits);
      if (best && curve_.shape == Shape::nondecreasing && less_equal(*best, floor_(order, r)) == Truth::yes) break;
      const Ball value = bound_(order, r).with_bits(search_bits);
      seen_.insert_or_assign(order, value);
      if (value.is_finite()) best = best ? min(*best, value) : value;
    }
    if (!best) return false;
    for (const auto& [order, value] : seen_) {
      if (less(*best, value) != Truth::yes) kept_.push_back(order);
    }
    return true;
  }

  const Curve& curve_;
  Orders orders_;
  Bound bound_;
  Bound floor_;
  const Budget& budget_;
  std::map<slong, Ball> seen_;  // bounds, by order
  std::vector<slong> kept_;     // among them the minimum is
  slong evaluations_ = 0;
};

}  // namespace

Ball epsilon_at_order(slong order, const Ball& divergence, const Number& delta) {
  check_order("renyi.epsilon", order);
  check_delta("renyi.epsilon", delta);
  const slong bits = divergence.bits();
  const Ball a(order, bits);
  return divergence + log1p(-1 / a) - (log(delta.ball(bits)) + log(a)) / (order - 1);
}

Ball delta_at_order(slong order, const Ball& divergence, const Number& eps) {
  check_order("renyi.delta", order);
  const slong bits = divergence.bits();
  const Ball a(order, bits);
  return exp((divergence - eps.ball(bits)) * (order - 1) + log1p(-1 / a) * order) / (order - 1);
}

Conversion epsilon_upper(const Curve& curve, const Number& delta, Orders orders, slong digits, const Budget& budget) {
  check_orders("renyi.epsilon", orders);
  check_delta("renyi.epsilon", delta);
  const auto bound = [&](slong order, const Ball& r) { return epsilon_at_order(order, r, delta); };
  const auto floor = [&](slong, const Ball& r) { return r + log1p(-delta.ball(r.bits())); };
  return Minimum(curve, orders, bound, floor, budget).find(digits, 0, std::nullopt);
}

Conversion delta_upper(const Curve& curve, const Number& eps, Orders orders, slong digits, const Budget& budget) {
  check_orders("renyi.delta", orders);
  const auto bound = [&](slong order, const Ball& r) { return delta_at_order(order, r, eps); };
  const auto floor = [&](slong, const Ball& r) { return -expm1(eps.ball(r.bits()) - r); };
  return Minimum(curve, orders, bound, floor, budget).find(digits, 0, Rational(1));
}

}  // namespace hallmark::renyi
