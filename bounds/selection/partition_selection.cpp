#include "bounds/selection/partition_selection.hpp"

#include <algorithm>
#include <string_view>

#include "exact/error.hpp"

namespace hallmark::partition_selection {
namespace {

constexpr std::string_view where = "partition-selection";
constexpr slong most_users = 1'000'000'000'000'000;

void check(const Parameters& x, slong n) {
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  if (x.delta.sign() < 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "from 0 to 1");
  }
  if (n < 0 || n > most_users) throw InputError(where, "n", Rational(n).to_string(), "an integer from 0 to 10^15");
}

// (e^(k eps) - 1)/(e^eps - 1) for an integer k of either sign.
Ball geometric_sum(const Ball& eps, slong k) { return expm1(eps * k) / expm1(eps); }

// pi(n) if the first map is taken k times, then the second one.
Ball by_order(const Ball& eps, const Ball& delta, slong k, slong n) {
  const Ball shown = delta * geometric_sum(eps, k);
  if (k == n) return shown;
  const slong m = n - k;
  return 1 - ((1 - shown) * exp(-eps * m) + delta * geometric_sum(eps, -m));
}

// The place of the last step by the first map, less 1, is the floor of this number.
Ball last_place(const Number& eps, const Ball& delta) {
  const slong bits = delta.bits();
  const Ball growth = exponential(eps, bits);
  return log1p((1 - delta) * exponential_minus_1(eps, bits) / ((1 + growth) * delta)) / eps.ball(bits);
}

}  // namespace

Ball probability(const Parameters& x, slong n, slong bits) {
  check(x, n);
  if (n == 0 || x.delta.sign() == 0) return Ball(0, bits);
  const Ball one(1, bits);
  if (x.eps.sign() == 0) return min(one, x.delta.ball(bits) * n);
  if (x.delta == Number(1)) return one;
  const Ball delta = x.delta.ball(bits);
  const Ball eps = x.eps.ball(bits);
  const Ball place = last_place(x.eps, delta);
  if (!place.is_finite()) return Ball::between(0, 1, bits);
  const Rational users(n);
  const slong first = std::clamp(floor(place.lower()) + 1, Rational(1), users).to_long();
  const slong last = std::clamp(floor(place.upper()) + 1, Rational(1), users).to_long();
  constexpr slong few = 4;
  if (last - first > few) return Ball::between(0, 1, bits);
  Ball least = one;
  for (slong k = first; k <= last; ++k) least = min(least, by_order(eps, delta, k, n));
  return least.is_finite() ? max(least, Ball(0, bits)) : Ball::between(0, 1, bits);
}

std::optional<Rational> probability_exact(const Parameters& x, slong n) {
  check(x, n);
  constexpr slong most_steps = 2000;
  constexpr slong most_bits = 100'000;
  const auto delta = x.delta.rational();
  if (!delta) return std::nullopt;
  if (n == 0 || delta->sign() == 0) return Rational(0);
  if (n == 1) return *delta;
  if (*delta * 2 >= 1) return Rational(1);  // both maps give at least 1 for two users
  if (x.eps.sign() == 0) return std::min(Rational(1), *delta * n);
  const auto growth = x.eps.rational_exponential();
  if (!growth || n > most_steps || n * growth->height_bits() + delta->height_bits() > most_bits) return std::nullopt;
  Rational shown = 0;
  for (slong i = 0; i < n && shown < 1; ++i) {
    shown = std::min({*growth * shown + *delta, 1 - (1 - shown - *delta) / *growth, Rational(1)});
  }
  return shown;
}

Truth is_shown(const Parameters& x, slong n, const Number& p, const Budget& budget) {
  if (n == 1) return less_equal(p, x.delta);
  if (const auto exact = probability_exact(x, n)) return less_equal(p, *exact);
  constexpr slong first_bits = 128;
  constexpr slong last_bits = slong{1} << 20;
  return decide([&](slong bits) { return less_equal(p.ball(2 * bits), probability(x, n, bits)); },
                {.first_bits = first_bits, .last_bits = last_bits, .budget = budget});
}

Bracket least_n(const Parameters& x, const Number& p, const Budget& budget) {
  check(x, 0);
  slong lo = 0;
  slong hi = 1;
  for (; is_shown(x, hi, p, budget) != Truth::yes; hi = std::min(2 * hi, most_users)) {
    if (is_shown(x, hi, p, budget) == Truth::no) lo = hi;
    if (hi == most_users || budget.expired()) {
      throw InputError(where, "p", p.to_string(),
                       "such that some n up to 10^15 is proved to be enough: another eps or delta, or more time");
    }
  }
  while (hi - lo > 1) {
    const slong middle = lo + (hi - lo) / 2;
    const Truth shown = is_shown(x, middle, p, budget);
    if (shown == Truth::unknown) {
      // pi increases until it is 1: no neighbour of an open tie is another one.
      if (middle - 1 > lo && is_shown(x, middle - 1, p, budget) == Truth::no) lo = middle - 1;
      if (middle + 1 < hi && is_shown(x, middle + 1, p, budget) == Truth::yes) hi = middle + 1;
      break;
    }
    (shown == Truth::yes ? hi : lo) = middle;
  }
  return {lo, hi};
}

}  // namespace hallmark::partition_selection
