#include "bounds/shuffle/rr2_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/clones_renyi.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark::rr2 {
namespace {

struct Problem {
  Problem(const RenyiParameters& x, slong ones_held, slong precision)
      : n(x.n),
        ones(ones_held),
        zeros(x.n - 1 - ones_held),
        bits(precision),
        e(exponential(x.eps0, precision)),
        gap(exponential_minus_1(x.eps0, precision) / (e + 1)),
        a(e / (e + 1)),
        b(1 / (e + 1)),
        alpha(x.alpha.ball(precision)),
        log_e(x.eps0.ball(64).to_double_up()) {
    if (const auto r = x.alpha.rational()) {
      constexpr slong largest = slong{1} << 40;
      if (r->is_integer() && *r <= Rational(largest)) whole = r->to_long();
    }
  }

  // r^alpha - 1 - alpha (r - 1), with r - 1 given without cancellation.
  [[nodiscard]] Ball gain(const Ball& r, const Ball& r_minus_1) const {
    const Ball power = whole ? pow(r, static_cast<ulong>(*whole)) : exp(alpha * log(r));
    return power - 1 - alpha * r_minus_1;
  }

  slong n;
  slong ones, zeros;
  slong bits;
  Ball e;
  Ball gap;  // a - b
  Ball a, b;
  Ball alpha;
  double log_e;
  std::optional<slong> whole;
};

struct Partial {
  Ball sum;
  bool complete;
};

// Adds the summands of lo <= k <= hi, R given from lo - 1 on by next(k) = R(k).
template <typename Next>
Partial add_up(const Problem& x, slong lo, slong hi, Ball before, const Next& next, const Budget& budget) {
  Partial result{Ball(0, x.bits), true};
  constexpr slong poll = 512;
  for (slong k = lo; k <= hi; ++k) {
    if ((k - lo) % poll == 0 && budget.expired()) return {result.sum, false};
    const Ball here = next(k);
    const Ball q = x.b * before + x.a * here;
    const Ball r_minus_1 = x.gap * (before - here) / q;
    result.sum += q * x.gain((x.a * before + x.b * here) / q, r_minus_1);
    before = here;
  }
  return result;
}

// others = 0: R = Bin(n-1, b), Q = Bin(n, b), r = (E k + (n-k)/E) / n. The summands are about those of Q r^alpha.
Partial from_zeros(const Problem& x, const Budget& budget) {
  const double n = static_cast<double>(x.n);
  const double e = steady::exp(std::min(x.log_e, 600.0));
  const double alpha = x.alpha.to_double_up();
  const auto log_term = [&](double k) {
    return steady::lgamma(n + 1) - steady::lgamma(k + 1) - steady::lgamma(n - k + 1) - k * steady::log1p(e) +
           (n - k) * (steady::log(e) - steady::log1p(e)) + alpha * steady::log((e * k + (n - k) / e) / n);
  };
  // The mode by the ratio of neighbours, (n-k)/(k+1) / E ((...)^alpha), which falls.
  const auto rises = [&](double k) {
    return steady::log((n - k) / (k + 1)) - steady::log(e) +
               alpha * steady::log1p((e - 1 / e) / (e * k + (n - k) / e)) >
           0;
  };
  double low = 0, high = n;
  for (int i = 0; i < 120; ++i) {
    const double middle = std::floor((low + high) / 2);
    (rises(middle) ? low : high) = middle;
  }
  const double mode = high;
  // The summands also have Q itself in them (r near 1), whose own window is around n b.
  const CountRange plain = likely_range(x.n, 1 / e, x.bits);
  const double depth = 0.7 * static_cast<double>(x.bits) + 30;
  const auto edge = [&](double direction) {
    const double limit = direction > 0 ? n - mode : mode;
    double inside = 0, outside = 1;
    while (outside < limit && log_term(mode + direction * outside) > log_term(mode) - depth) {
      inside = outside;
      outside *= 2;
    }
    outside = std::min(outside, limit);
    for (int i = 0; i < 60 && outside - inside > 1; ++i) {
      const double middle = std::floor((inside + outside) / 2);
      (log_term(mode + direction * middle) > log_term(mode) - depth ? inside : outside) = middle;
    }
    return std::min(limit, outside + 2);
  };
  slong lo = std::max(slong{0}, std::min(plain.lo, static_cast<slong>(mode - edge(-1))));
  slong hi = std::min(x.n, std::max(plain.hi, static_cast<slong>(mode + edge(1))));
  // What is left out is bounded below where r <= 1, above where r >= 1.
  const auto ratio_at = [&](slong k) { return (x.e * k + (x.n - k) / x.e) / x.n; };
  if (less_equal(ratio_at(lo), Rational(1)) != Truth::yes) lo = 0;
  if (less(ratio_at(hi), Rational(1)) != Truth::no) hi = x.n;

  Ball r = lo > 0 ? pmf({x.n - 1, x.b, x.a}, lo - 1) : Ball(0, x.bits);
  const auto next = [&](slong k) {
    if (k == 0) {
      r = pmf({x.n - 1, x.b, x.a}, 0);
    } else {
      // R(k) = R(k-1) (n-k) / (k E), 0 at k = n.
      r = r * (x.n - k) / x.e / k;
    }
    return r;
  };
  Partial result = add_up(x, lo, hi, r, next, budget);
  // Below: at most alpha Pr[Q < lo]. Above: Q r^alpha, log-concave.
  const Binomial q{x.n, x.b, x.a};
  if (lo > 0) {
    result.sum = plus_up_to(result.sum, x.alpha * geometric_rest(pmf(q, lo), x.e * lo / (x.n - lo + 1)));
  }
  if (hi < x.n) {
    const Ball here = ratio_at(hi);
    const Ball there = ratio_at(hi + 1);
    const auto power = [&](const Ball& y) { return exp(x.alpha * log(y)); };
    result.sum = plus_up_to(
        result.sum, geometric_rest(pmf(q, hi) * power(here), power(there / here) * (x.n - hi) / (x.e * (hi + 1))));
  }
  return result;
}

// Any composition: all of R by its recurrence.
Partial from_all(const Problem& x, const Budget& budget) {
  const slong top = x.n - 1;
  Partial nothing{Ball(0, x.bits), false};
  if (x.n > 50'000'000) return nothing;  // a table of R would not fit
  std::vector<Ball> r(static_cast<std::size_t>(x.n), Ball(0, x.bits));
  const auto at = [&](slong k) -> Ball& { return r[static_cast<std::size_t>(k)]; };
  const Ball a2 = x.a * x.a, b2 = x.b * x.b, ab = x.a * x.b;
  const Ball middle = a2 * x.ones + b2 * x.zeros;
  const Ball slope = a2 + b2;
  const slong cut = std::clamp(static_cast<slong>((middle / slope).to_double_up()), slong{0}, top);
  constexpr slong poll = 4096;
  at(0) = pow(x.b, static_cast<ulong>(x.ones)) * pow(x.a, static_cast<ulong>(x.zeros));
  for (slong k = 0; k < cut; ++k) {
    if (k % poll == 0 && budget.expired()) return nothing;
    Ball sum = (middle - slope * k) * at(k);
    if (k > 0) sum += ab * (x.n - k) * at(k - 1);
    at(k + 1) = sum / (ab * (k + 1));
  }
  if (top > cut) {
    at(top) = pow(x.a, static_cast<ulong>(x.ones)) * pow(x.b, static_cast<ulong>(x.zeros));
    for (slong k = top; k > cut + 1; --k) {
      if (k % poll == 0 && budget.expired()) return nothing;
      Ball sum = (slope * k - middle) * at(k);
      if (k < top) sum += ab * (k + 1) * at(k + 1);
      at(k - 1) = sum / (ab * (x.n - k));
    }
  }
  const Ball zero(0, x.bits);
  return add_up(
      x, 0, x.n, zero, [&](slong k) { return k <= top ? at(k) : zero; }, budget);
}

// remove with `ones` of the others holding 1.
Ball remove_renyi(const RenyiParameters& parameters, slong ones, slong bits, const Budget& budget) {
  const Problem x(parameters, ones, bits);
  const Partial p = ones == 0 ? from_zeros(x, budget) : from_all(x, budget);
  const Ball beta = parameters.alpha.rational() ? Ball(*parameters.alpha.rational() - 1, bits) : x.alpha - 1;
  Ball value = log1p(p.sum) / beta;
  if (!p.complete) {
    const Ball top = parameters.eps0.ball(bits);
    value = value.is_bounded() ? hull(value, max(value, top)) : hull(Ball(0, bits), top);
  }
  return value * parameters.rounds;
}

}  // namespace

Ball renyi(const RenyiParameters& x, slong bits, const Budget& budget) {
  constexpr std::string_view where = "rr2.renyi";
  clones::check_domain(where, x.n, x.eps0);
  if (less(1, x.alpha) != Truth::yes || less_equal(x.alpha, clones::largest_order) != Truth::yes) {
    throw InputError(where, "alpha", x.alpha.to_string(), "above 1 and at most 10^15");
  }
  if (x.others < 0 || x.others >= x.n) {
    throw InputError(where, "others", Rational(x.others).to_string(), "an integer from 0 to n - 1");
  }
  if (x.rounds < 1 || x.rounds > clones::max_reports) {
    throw InputError(where, "rounds", Rational(x.rounds).to_string(), "an integer from 1 to 10^15");
  }
  switch (x.direction) {
    case Direction::remove:
      return remove_renyi(x, x.others, bits, budget);
    case Direction::add:
      return remove_renyi(x, x.n - 1 - x.others, bits, budget);
    case Direction::both:
      return max(remove_renyi(x, x.others, bits, budget), remove_renyi(x, x.n - 1 - x.others, bits, budget));
  }
  require(false, "a direction");
  return Ball::anything(bits);
}

}  // namespace hallmark::rr2
